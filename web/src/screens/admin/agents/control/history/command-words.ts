import type { RelayCommand } from '@vehicle-control/protocol'
import type { StateTone } from '../../../../../components/StateMark.tsx'
import { FAILURE_WORDS, HISTORY_TEXTS } from '../../../../../texts/admin/admin-control.ts'
import { secondsText } from '../relays/relay-words.ts'

/** What was asked for: pin, on or off, and for how long. */
export function orderWords({ pin, state, duration }: RelayCommand): string {
  if (state !== 1) return HISTORY_TEXTS.switchOff(pin)
  const order = HISTORY_TEXTS.switchOn(pin)
  return duration === null ? order : `${order}, ${HISTORY_TEXTS.forSeconds(secondsText(duration))}`
}

/** What became of it. */
export function resultOf(command: RelayCommand): { tone: StateTone; words: string } {
  const { ok, reason, on_ms } = command
  if (reason === null || ok === null) return { tone: 'warn', words: HISTORY_TEXTS.waiting }
  if (!ok) {
    const why = FAILURE_WORDS[reason] ?? HISTORY_TEXTS.unknownReason
    return { tone: 'bad', words: HISTORY_TEXTS.failed(why) }
  }
  const onFor = secondsText(Math.round((on_ms ?? 0) / 100) * 100)
  const words = reason === 'auto_off' ? HISTORY_TEXTS.autoOff(onFor) : HISTORY_TEXTS.done
  return { tone: 'good', words }
}
