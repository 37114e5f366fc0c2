import { INPUTS_MAX, RELAY_MAX_ON_MS, SourceName } from '@vehicle-control/protocol'
import { z } from 'zod'
import { describeChoiceFault } from '../config-choice.ts'

const PIN_FAULT = 'must be the BCM number of a line, from 0 to 1023'
const DEBOUNCE_FAULT = 'must be a whole number of milliseconds from 10 to 10000'
const DURATION_FAULT = `must be a whole number of milliseconds from 1 to ${RELAY_MAX_ON_MS}`
const RELAY_FAULT = 'must be the pin of a relay, such as 17'

const everyRule = {
  id: z
    .string('must be a name of 1 to 64 characters')
    .refine((id) => SourceName.safeParse(id).success, 'must be a name of 1 to 64 characters'),
  pin: z.int(PIN_FAULT).min(0, PIN_FAULT).max(1023, PIN_FAULT),
  /** The input is active while its line is low. */
  activeLow: z.boolean('must be true or false').default(false),
  /** Absent: the bias that keeps an undriven line inactive. */
  bias: z
    .enum(['pull-up', 'pull-down', 'none'], 'must be "pull-up", "pull-down" or "none"')
    .optional(),
  /** A level counts when it has held for this long. */
  debounceMs: z.int(DEBOUNCE_FAULT).min(10, DEBOUNCE_FAULT).max(10_000, DEBOUNCE_FAULT).default(50),
}
/** Relays of a board have no pin, and no input moves them. */
const relay = z.int(RELAY_FAULT).min(0, RELAY_FAULT).max(1023, RELAY_FAULT)

const RULES = [
  z.strictObject({
    rule: z.literal('open'),
    ...everyRule,
    relay,
    durationMs: z
      .int(DURATION_FAULT)
      .min(1, DURATION_FAULT)
      .max(RELAY_MAX_ON_MS, DURATION_FAULT)
      .optional(),
  }),
  z.strictObject({ rule: z.literal('fire'), ...everyRule, relay: relay.optional() }),
  z.strictObject({ rule: z.literal('block'), ...everyRule, relay: relay.optional() }),
  z.strictObject({ rule: z.literal('report'), ...everyRule }),
] as const

/** An input line of EDGE_CONFIG; `rule` says what it does. */
export const InputConfig = z.discriminatedUnion('rule', RULES, {
  error: (issue) =>
    describeChoiceFault(issue.input, {
      key: 'rule',
      object: 'must be an object with id, pin and rule',
      noun: 'input rule',
      supported: RULES.map((rule) => rule.shape.rule.value),
    }),
})
export type InputConfig = z.infer<typeof InputConfig>

const LIST_FAULT =
  'must be a list of inputs, as in [{"id":"exit","pin":5,"rule":"open","relay":17}]'

/** All input lines of an edge: each has an id and a pin of its own. */
export const InputsConfig = z
  .array(InputConfig, LIST_FAULT)
  .max(INPUTS_MAX, `must hold at most ${INPUTS_MAX} inputs`)
  .superRefine((inputs, context) => {
    for (const [i, { id, pin }] of inputs.entries()) {
      const others = inputs.slice(0, i)
      if (others.some((other) => other.id === id)) {
        const message = `"${id}" is the id of another input too; give each its own`
        context.addIssue({ code: 'custom', path: [i, 'id'], message })
      }
      if (others.some((other) => other.pin === pin)) {
        const message = `${pin} is the pin of another input too`
        context.addIssue({ code: 'custom', path: [i, 'pin'], message })
      }
    }
  })

/** The fault of inputs beside relays on those pins; null without one. */
export function inputFault(
  inputs: readonly InputConfig[],
  relays: readonly number[],
): { path: (string | number)[]; message: string } | null {
  for (const [i, input] of inputs.entries()) {
    if (relays.some((pin) => pin === input.pin)) {
      const message = `${input.pin} is the pin of a relay; one pin is either`
      return { path: ['inputs', i, 'pin'], message }
    }
    const relay = 'relay' in input ? input.relay : undefined
    if (relay !== undefined && !relays.includes(relay)) {
      const message = `${relay} is the pin of no relay; name it in relays.lines`
      return { path: ['inputs', i, 'relay'], message }
    }
  }
  return null
}
