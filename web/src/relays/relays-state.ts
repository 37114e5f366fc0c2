import type { AgentRelays } from '@vehicle-control/protocol'
import { reasonWithTodo } from '@vehicle-control/protocol/reasons/reason-of'
import { HARDWARE_TEXTS } from '../texts/admin/admin-hardware.ts'
import { namedRelays, relayName } from './relay-key.ts'

/** The relays in words, as their agent last reported them, and each whose state nobody knows. */
export function relayStates(relays: AgentRelays) {
  const unknown = (relays.named ?? []).flatMap(({ name, error }) => {
    if (error === undefined) return []
    const state = HARDWARE_TEXTS.relays.unknown(reasonWithTodo(error))
    return [{ name, tone: 'bad' as const, state, about: null }]
  })
  return [relaysState(relays), ...unknown]
}

/** All relays of an agent in words. */
export function relaysState({ driver, simulated, pins, error, named }: AgentRelays) {
  const words = HARDWARE_TEXTS.relays
  const names = namedRelays({ named }).map(({ name }) => name)
  const all = [...pins, ...names.map(relayName)]
  const about = all.length > 0 ? words.pins(all.join(', ')) : null
  const of = (tone: 'good' | 'warn' | 'bad' | 'quiet', state: string) => {
    return { name: words.drivers[driver] ?? driver, tone, state, about }
  }
  const areOthersReal = (named ?? []).some(({ pin }) => pin === undefined)
  const failed = areOthersReal ? words.pinsFailed : words.failed
  if (error !== null) return of('bad', failed(reasonWithTodo(error)))
  if (all.length === 0) return of('quiet', words.none)
  if (!simulated) return of('good', words.ready)
  return of('warn', areOthersReal ? words.pinsSimulated : words.simulated)
}
