import {
  RELAY_DEFAULT_ON_MS,
  RELAY_MAX_ON_MS,
  RelayPin,
  RELAYS_MAX,
} from '@vehicle-control/protocol'
import { z } from 'zod'
import { describeChoiceFault } from '../config-choice.ts'
import { type BoardConfig, BoardsConfig } from './board-config.ts'
import { relayName } from './relay-name.ts'

const MAX_ON_FAULT = `debe ser un número entero de milisegundos, de 1 a ${RELAY_MAX_ON_MS}`
const PIN_FAULT =
  'debe ser 17, 27 u otro pin del conector, por su número BCM de 4 a 27; 0 y 1 son de un HAT, y 2 y 3 tienen resistencias pull-up que nada apaga'
/** BCM2835 ARM Peripherals, table 6-31: at boot these are pulled up, and all after them down. */
const LAST_PULLED_UP = 8

export const RelayLineConfig = z
  .strictObject(
    {
      /** BCM number. */
      pin: z.int(PIN_FAULT).min(4, PIN_FAULT).max(27, PIN_FAULT),
      /** By it the hub may command the relay. */
      name: relayName.optional(),
      /** The relay is on while the line is low. */
      activeLow: z.boolean('debe ser true o false').default(false),
      /** No command keeps the relay on for longer. */
      maxOnMs: z
        .int(MAX_ON_FAULT)
        .min(1, MAX_ON_FAULT)
        .max(RELAY_MAX_ON_MS, MAX_ON_FAULT)
        .default(RELAY_DEFAULT_ON_MS),
    },
    {
      error: (issue) => (issue.code === 'invalid_type' ? 'debe ser un objeto con pin' : undefined),
    },
  )
  .superRefine(({ pin, name, activeLow }, context) => {
    if (name === undefined && !RelayPin.safeParse(pin).success) {
      const message = `falta: el relé del pin ${pin} se conoce solo por su nombre, por ejemplo "Salida"`
      context.addIssue({ code: 'custom', path: ['name'], message })
    }
    if (pin <= LAST_PULLED_UP && !activeLow) {
      const message = `debe ser true en el pin ${pin}: un Pi lo pone en alto al arrancar, y un relé que se activa en alto se activaría; o use uno de los pines 9 a 27`
      context.addIssue({ code: 'custom', path: ['activeLow'], message })
    }
  })
export type RelayLineConfig = z.infer<typeof RelayLineConfig>

const LINES_FAULT = 'debe ser una lista de relés, como en [{"pin":17}]'
const lines = z
  .array(RelayLineConfig, LINES_FAULT)
  .max(RELAYS_MAX, `debe tener como mucho ${RELAYS_MAX} relés`)
  .superRefine((all, context) => {
    for (const [i, { pin, name }] of all.entries()) {
      const others = all.slice(0, i)
      if (others.some((other) => other.pin === pin)) {
        const message = `${pin} es también el pin de otro relé; cada pin mueve uno`
        context.addIssue({ code: 'custom', path: [i, 'pin'], message })
      }
      if (name !== undefined && others.some((other) => other.name === name)) {
        const message = `"${name}" es también el nombre de otro relé; dé a cada uno el suyo`
        context.addIssue({ code: 'custom', path: [i, 'name'], message })
      }
    }
  })

const CHIP_FAULT = 'debe ser la etiqueta de un chip GPIO, por ejemplo "pinctrl-rp1"'
const everyDriver = {
  lines: lines.default([]),
  /** Relays on a bus, whatever the driver of the lines is. */
  boards: BoardsConfig.optional(),
  /** No relay goes on while another is on or has just gone off. */
  interlock: z.boolean('debe ser true o false').default(false),
}
const realDriver = {
  ...everyDriver,
  /** Label of the GPIO chip; absent: the one that leads to the pin header. */
  chip: z.string(CHIP_FAULT).min(1, CHIP_FAULT).max(31, CHIP_FAULT).optional(),
}

const DRIVER_CONFIGS = [
  z.strictObject({
    driver: z.literal('auto'),
    ...realDriver,
    /** Where there is no GPIO chip, the simulated driver is taken. */
    simulate: z.boolean('debe ser true o false').optional(),
  }),
  z.strictObject({ driver: z.literal('libgpiod'), ...realDriver }),
  z.strictObject({ driver: z.literal('gpiochip'), ...realDriver }),
  z.strictObject({ driver: z.literal('simulated'), ...everyDriver }),
] as const

const Driver = z.discriminatedUnion('driver', DRIVER_CONFIGS, {
  error: (issue) =>
    describeChoiceFault(issue.input, {
      key: 'driver',
      object: 'debe ser un objeto con driver y lines',
      noun: 'un driver de relés',
      supported: DRIVER_CONFIGS.map((config) => config.shape.driver.value),
    }),
})

/** The relays of EDGE_CONFIG. */
export interface RelaysConfig {
  driver: z.infer<typeof Driver>['driver']
  /** Absent: the chip that leads to the pin header. */
  chip?: string
  simulate?: boolean
  interlock?: boolean
  /** Empty where there are no relays. */
  lines: RelayLineConfig[]
  boards?: BoardConfig[]
}
export const RelaysConfig: z.ZodType<RelaysConfig> = Driver.superRefine(
  ({ lines: ofPins, boards = [] }, context) => {
    const fault = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (ofPins.length + boards.length === 0) fault(['lines'], LINES_FAULT)
    const names = new Set(ofPins.map(({ name }) => name))
    let count = ofPins.length
    for (const [i, board] of boards.entries()) {
      for (const [j, { name }] of board.lines.entries()) {
        const path = ['boards', i, 'lines', j, 'name']
        if (names.has(name))
          fault(path, `"${name}" es también el nombre de otro relé; dé a cada uno el suyo`)
        names.add(name)
      }
      count += board.lines.length
    }
    if (count > RELAYS_MAX)
      fault(['boards'], `tiene con lines ${count} relés; el máximo es ${RELAYS_MAX}`)
  },
)
