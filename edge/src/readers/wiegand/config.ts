import { z } from 'zod'
import { readerId, silentAfterMs } from '../reader-fields.ts'
import { CARD_FORMATS, type CardFormat, maskFault } from './card-format.ts'

/** No format is longer. */
export const FRAME_BITS_MAX = 128
const PIN_FAULT = 'debe ser el número BCM de un pin, de 0 a 1023'
const FORMAT_FAULT =
  'debe ser 26, 34, 37 o un formato propio, como {"bits": 32, "even": ["Pxxx…"], "odd": []}'
const BITS_FAULT = `debe ser un número de bits de 8 a ${FRAME_BITS_MAX}`

const pin = z.int(PIN_FAULT).min(0, PIN_FAULT).max(1023, PIN_FAULT)
const masks = z
  .array(z.string(), 'debe ser una lista de máscaras')
  .max(8, 'como mucho 8')
  .default([])

const ownFormat = z
  .strictObject({
    bits: z.int(BITS_FAULT).min(8, BITS_FAULT).max(FRAME_BITS_MAX, BITS_FAULT),
    even: masks,
    odd: masks,
  })
  .superRefine(({ bits, ...parities }, context) => {
    for (const key of ['even', 'odd'] as const) {
      for (const [i, mask] of parities[key].entries()) {
        const message = maskFault(mask, bits)
        if (message !== null) context.addIssue({ code: 'custom', path: [key, i], message })
      }
    }
  })
const knownFormat = z.literal([26, 34, 37]).transform((bits): CardFormat => CARD_FORMATS[bits])

/** A card reader whose two wires lead to lines of a GPIO chip. */
export const WiegandReaderConfig = z.strictObject({
  type: z.literal('wiegand'),
  id: readerId,
  /** BCM numbers of the lines of the zeros and of the ones. */
  d0: pin,
  d1: pin,
  /** Label of the chip; absent: the one of the pin header. */
  chip: z
    .string('debe ser la etiqueta de un chip, como la da gpiodetect')
    .min(1)
    .max(31)
    .optional(),
  /** A pulse pulls its line low; false behind an optocoupler that inverts. */
  activeLow: z.boolean('debe ser true o false').default(true),
  bias: z
    .enum(['pull-up', 'pull-down', 'none'], 'debe ser "pull-up", "pull-down" o "none"')
    .optional(),
  /** The lengths that are cards; all others are noise. */
  formats: z
    .array(z.union([knownFormat, ownFormat], FORMAT_FAULT), FORMAT_FAULT)
    .min(1, FORMAT_FAULT)
    .max(16, 'como mucho 16 formatos')
    .default(Object.values(CARD_FORMATS))
    .superRefine((formats, context) => {
      for (const [i, { bits }] of formats.entries()) {
        // One lost pulse would make a frame of the longer one look like one of the shorter.
        const near = formats.slice(0, i).find((other) => Math.abs(other.bits - bits) <= 1)
        if (near === undefined) continue
        const fix = 'deje el de sus tarjetas: los largos deben diferir en 2 bits o más'
        const message = `con ${near.bits} y ${bits} bits un pulso perdido daría otra tarjeta; ${fix}`
        context.addIssue({ code: 'custom', path: [i], message })
      }
    }),
  /** A pipe with the kernel's events in place of the chip: for trying it without hardware. */
  simulated: z.string('debe ser la ruta de una tubería (mkfifo)').min(1).max(256).optional(),
  silentAfterMs,
})
export type WiegandReaderConfig = z.infer<typeof WiegandReaderConfig>
