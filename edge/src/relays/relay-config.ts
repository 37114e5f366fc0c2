import {
  RELAY_DEFAULT_ON_MS,
  RELAY_MAX_ON_MS,
  RelayPin,
  RELAYS_MAX,
} from '@vehicle-control/protocol'
import { z } from 'zod'
import { describeChoiceFault } from '../config-choice.ts'
import { type BoardConfig, BoardsConfig } from './modbus/board-config.ts'
import { relayName } from './relay-name.ts'

const MAX_ON_FAULT = `must be a whole number of milliseconds from 1 to ${RELAY_MAX_ON_MS}`
const PIN_FAULT =
  'must be 17, 27 or another pin of the header, by its BCM number from 4 to 27; 0 and 1 belong to a HAT, 2 and 3 have pull-ups that nothing turns off'
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
      activeLow: z.boolean('must be true or false').default(false),
      /** No command keeps the relay on for longer. */
      maxOnMs: z
        .int(MAX_ON_FAULT)
        .min(1, MAX_ON_FAULT)
        .max(RELAY_MAX_ON_MS, MAX_ON_FAULT)
        .default(RELAY_DEFAULT_ON_MS),
    },
    {
      error: (issue) => (issue.code === 'invalid_type' ? 'must be an object with pin' : undefined),
    },
  )
  .superRefine(({ pin, name, activeLow }, context) => {
    if (name === undefined && !RelayPin.safeParse(pin).success) {
      const message = `is missing: the relay on pin ${pin} is known by its name alone, such as "Salida"`
      context.addIssue({ code: 'custom', path: ['name'], message })
    }
    if (pin <= LAST_PULLED_UP && !activeLow) {
      const message = `must be true on pin ${pin}: a Pi pulls it up at boot, and a relay that is on while it is high would go on; or take one of the pins 9 to 27`
      context.addIssue({ code: 'custom', path: ['activeLow'], message })
    }
  })
export type RelayLineConfig = z.infer<typeof RelayLineConfig>

const LINES_FAULT = 'must be a list of relays, as in [{"pin":17}]'
const lines = z
  .array(RelayLineConfig, LINES_FAULT)
  .max(RELAYS_MAX, `must hold at most ${RELAYS_MAX} relays`)
  .superRefine((all, context) => {
    for (const [i, { pin, name }] of all.entries()) {
      const others = all.slice(0, i)
      if (others.some((other) => other.pin === pin)) {
        const message = `${pin} is the pin of another relay too; one pin drives one relay`
        context.addIssue({ code: 'custom', path: [i, 'pin'], message })
      }
      if (name !== undefined && others.some((other) => other.name === name)) {
        const message = `"${name}" is the name of another relay too; give each its own`
        context.addIssue({ code: 'custom', path: [i, 'name'], message })
      }
    }
  })

const CHIP_FAULT = 'must be the label of a GPIO chip, such as "pinctrl-rp1"'
const everyDriver = {
  lines: lines.default([]),
  /** Relays on a bus, whatever the driver of the lines is. */
  boards: BoardsConfig.optional(),
  /** No relay goes on while another is on or has just gone off. */
  interlock: z.boolean('must be true or false').default(false),
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
    simulate: z.boolean('must be true or false').optional(),
  }),
  z.strictObject({ driver: z.literal('libgpiod'), ...realDriver }),
  z.strictObject({ driver: z.literal('gpiochip'), ...realDriver }),
  z.strictObject({ driver: z.literal('simulated'), ...everyDriver }),
] as const

const Driver = z.discriminatedUnion('driver', DRIVER_CONFIGS, {
  error: (issue) =>
    describeChoiceFault(issue.input, {
      key: 'driver',
      object: 'must be an object with driver and lines',
      noun: 'relay driver',
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
          fault(path, `"${name}" is the name of another relay too; give each its own`)
        names.add(name)
      }
      count += board.lines.length
    }
    if (count > RELAYS_MAX)
      fault(['boards'], `hold ${count} relays with lines; ${RELAYS_MAX} are the most`)
  },
)
