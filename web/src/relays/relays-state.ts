import type { AgentRelays } from '@vehicle-control/protocol'
import { reasonWithTodo } from '../components/troubles/reasons.ts'
import { HARDWARE_TEXTS } from '../texts/admin/admin-hardware.ts'

/** The relays in words, as their agent last reported them. */
export function relaysState({ driver, simulated, pins, error }: AgentRelays) {
  const words = HARDWARE_TEXTS.relays
  const about = pins.length > 0 ? words.pins(pins.join(', ')) : null
  const of = (tone: 'good' | 'warn' | 'bad' | 'quiet', state: string) => {
    return { name: driver, tone, state, about }
  }
  if (error !== null) return of('bad', words.failed(reasonWithTodo(error)))
  if (pins.length === 0) return of('quiet', words.none)
  return simulated ? of('warn', words.simulated) : of('good', words.ready)
}
