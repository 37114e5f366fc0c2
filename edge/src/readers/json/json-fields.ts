import { z } from 'zod'

/** Field of a message that is left out of the read where it makes no sense. */
const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)

const whole = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number),
])
const decimal = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,5}(?:\.\d{1,9})?$/)
    .transform(Number),
])

/** A number counts as its digits: software that writes plain JSON writes decimal tags so. */
export const uidField = lenient(
  z.union([z.string().min(1).max(256), z.int().nonnegative().transform(String)]),
)
export const antennaField = lenient(whole.pipe(z.int().min(0).max(65_535)))
/** dBm */
export const rssiField = lenient(decimal.pipe(z.number().min(-200).max(100)))
/** Hundredths of a dBm. */
export const rssiCentiField = lenient(
  z
    .number()
    .min(-20_000)
    .max(10_000)
    .transform((value) => value / 100),
)
export const tidField = lenient(z.string().regex(/^[0-9A-Fa-f]{4,64}$/))
export const countField = lenient(whole.pipe(z.int().min(1).max(1_000_000_000)))
/** A time in any form that parseTime knows. */
export const timeField = lenient(z.union([z.number(), z.string().max(64)]))
/** Names the device that wrote the message. */
export const sourceField = lenient(z.string().max(128))
/** Hex of bytes in base64 or base64url. */
export const base64Field = lenient(
  z
    .string()
    .regex(/^[A-Za-z0-9+/_-]{2,340}={0,2}$/)
    .transform((text) => Buffer.from(text, 'base64').toString('hex')),
)
