import { INPUTS_MAX, InputSense, RELAY_MAX_ON_MS, SourceName } from '@vehicle-control/protocol'
import { z } from 'zod'
import { describeChoiceFault } from '../config-choice.ts'

const PIN_FAULT = 'debe ser el número BCM de una línea, de 0 a 1023'
const DEBOUNCE_FAULT = 'debe ser un número entero de milisegundos, de 10 a 10000'
const DURATION_FAULT = `debe ser un número entero de milisegundos, de 1 a ${RELAY_MAX_ON_MS}`
/** A day: longer than any gate stands open on purpose. */
const LEFT_OPEN_MAX_MS = 86_400_000
/**
 * Four times as long as a relay is on by default (30 s), which is more than any barrier's own cycle of
 * opening, waiting and closing: what is open for longer has been held or has not come down.
 */
const LEFT_OPEN_AFTER_MS = 120_000
const LEFT_OPEN_FAULT = `debe ser un número entero de milisegundos, de 1000 a ${LEFT_OPEN_MAX_MS}, o 0 para no avisar`
const NAME_FAULT = 'debe ser un nombre de 1 a 64 caracteres'
const SENSE_FAULT = `debe ser una de estas: ${InputSense.options.join(', ')}`
const RELAY_FAULT = 'debe ser el pin de un relé, por ejemplo 17'

const everyRule = {
  id: z.string(NAME_FAULT).refine((id) => SourceName.safeParse(id).success, NAME_FAULT),
  pin: z.int(PIN_FAULT).min(0, PIN_FAULT).max(1023, PIN_FAULT),
  /** The input is active while its line is low. */
  activeLow: z.boolean('debe ser true o false').default(false),
  /** Absent: the bias that keeps an undriven line inactive. */
  bias: z
    .enum(['pull-up', 'pull-down', 'none'], 'debe ser "pull-up", "pull-down" o "none"')
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
  z.strictObject({
    rule: z.literal('block'),
    ...everyRule,
    relay: relay.optional(),
    sense: z.literal('loop', 'debe ser "loop" o faltar: solo un lazo bloquea').optional(),
  }),
  z.strictObject({
    rule: z.literal('report'),
    ...everyRule,
    sense: z.enum(InputSense.options, SENSE_FAULT).optional(),
    /** Of a barrier's contact: tells two barriers of a gate apart. */
    barrier: z
      .string(NAME_FAULT)
      .refine((name) => SourceName.safeParse(name).success, NAME_FAULT)
      .optional(),
    /** Of a barrier's contact: after so long without being closed, it was left open. */
    leftOpenAfterMs: z
      .int(LEFT_OPEN_FAULT)
      .max(LEFT_OPEN_MAX_MS, LEFT_OPEN_FAULT)
      .refine((ms) => ms === 0 || ms >= 1000, LEFT_OPEN_FAULT)
      .optional(),
  }),
] as const

/** An input line of EDGE_CONFIG; `rule` says what it does. */
export const InputConfig = z.discriminatedUnion('rule', RULES, {
  error: (issue) =>
    describeChoiceFault(issue.input, {
      key: 'rule',
      object: 'debe ser un objeto con id, pin y rule',
      noun: 'una regla de entrada',
      supported: RULES.map((rule) => rule.shape.rule.value),
    }),
})
export type InputConfig = z.infer<typeof InputConfig>

/** A contact that tells whether a barrier is open, or closed. */
export type BarrierContact = Extract<InputConfig, { rule: 'report' }> & {
  sense: Exclude<InputSense, 'loop'>
}

/** What an input tells of the gate; undefined where it does not. */
export function senseOf(input: InputConfig): InputSense | undefined {
  return 'sense' in input ? input.sense : undefined
}

export function isBarrierContact(input: InputConfig): input is BarrierContact {
  const sense = senseOf(input)
  return sense !== undefined && sense !== 'loop'
}

/** After how long these contacts of one barrier say that it was left open, in milliseconds; 0: never. */
export function leftOpenAfterMs(contacts: readonly BarrierContact[]): number {
  const given = contacts.map((contact) => contact.leftOpenAfterMs)
  return given.find((ms) => ms !== undefined) ?? LEFT_OPEN_AFTER_MS
}

const LIST_FAULT =
  'debe ser una lista de entradas, como en [{"id":"exit","pin":5,"rule":"open","relay":17}]'

/** All input lines of an edge: each has an id and a pin of its own. */
export const InputsConfig = z
  .array(InputConfig, LIST_FAULT)
  .max(INPUTS_MAX, `debe tener como mucho ${INPUTS_MAX} entradas`)
  .superRefine((inputs, context) => {
    for (const [i, { id, pin }] of inputs.entries()) {
      const others = inputs.slice(0, i)
      if (others.some((other) => other.id === id)) {
        const message = `"${id}" es también el id de otra entrada; dé a cada uno el suyo`
        context.addIssue({ code: 'custom', path: [i, 'id'], message })
      }
      if (others.some((other) => other.pin === pin)) {
        const message = `${pin} es también el pin de otra entrada`
        context.addIssue({ code: 'custom', path: [i, 'pin'], message })
      }
      const fault = barrierFault(inputs, i)
      if (fault !== null) context.addIssue({ code: 'custom', ...fault })
    }
  })

/** The fault of one input as a barrier's contact, beside those before it; null without one. */
function barrierFault(
  inputs: readonly InputConfig[],
  i: number,
): { path: (string | number)[]; message: string } | null {
  const input = inputs[i]
  if (input === undefined || input.rule !== 'report') return null
  if (!isBarrierContact(input)) {
    const key = (['barrier', 'leftOpenAfterMs'] as const).find((one) => input[one] !== undefined)
    if (key === undefined) return null
    const message = 'va con un contacto de "sense": "barrier_open" o "barrier_closed"'
    return { path: [i, key], message }
  }
  const { sense, barrier, leftOpenAfterMs: afterMs } = input
  const others = inputs.slice(0, i).filter(isBarrierContact)
  const ofBarrier = others.filter((other) => other.barrier === barrier)
  if (ofBarrier.some((other) => other.sense === sense)) {
    const message = `${sense} es también el de otra entrada; dé a cada barrera un nombre en "barrier"`
    return { path: [i, 'sense'], message }
  }
  const ms = ofBarrier[0]?.leftOpenAfterMs
  if (afterMs !== undefined && ms !== undefined && ms !== afterMs) {
    return {
      path: [i, 'leftOpenAfterMs'],
      message: `es ${ms} en el otro contacto; póngalo una sola vez`,
    }
  }
  return null
}

/** The fault of inputs beside relays on those pins; null without one. */
export function inputFault(
  inputs: readonly InputConfig[],
  relays: readonly number[],
): { path: (string | number)[]; message: string } | null {
  for (const [i, input] of inputs.entries()) {
    if (relays.some((pin) => pin === input.pin)) {
      const message = `${input.pin} es el pin de un relé; cada pin es una de las dos cosas`
      return { path: ['inputs', i, 'pin'], message }
    }
    const relay = 'relay' in input ? input.relay : undefined
    if (relay !== undefined && !relays.includes(relay)) {
      const message = `${relay} no es el pin de un relé; póngalo en relays.lines`
      return { path: ['inputs', i, 'relay'], message }
    }
  }
  return null
}
