import { wordsOf } from '../api/http/api-error.ts'
import { formatAge } from '../site-time/site-time.ts'
import { FAILURE_WORDS, RELAY_TEXTS } from '../texts/relays.ts'
import type { PinState, RelayFault } from './pin-state.ts'

/** A fault as people read it. */
export function faultWords(fault: RelayFault): string {
  switch (fault.kind) {
    case 'silent':
      return RELAY_TEXTS.silent
    case 'send':
      return RELAY_TEXTS.sendFailed(wordsOf(fault.problem, RELAY_TEXTS.noAnswer))
    case 'ack': {
      const reason = fault.reason === null ? undefined : FAILURE_WORDS[fault.reason]
      return reason ? `${RELAY_TEXTS.ackFailed} (${reason})` : RELAY_TEXTS.ackFailed
    }
  }
}

/** The state in a word or two. */
export function stateWord({ pending }: PinState, isActive: boolean): string {
  if (pending) return pending.state === 1 ? RELAY_TEXTS.pendingOn : RELAY_TEXTS.pendingOff
  return isActive ? RELAY_TEXTS.on : RELAY_TEXTS.off
}

/** A countdown: its last second is shown as 00:01, and 00:00 never. */
export function countdownText(leftMs: number): string {
  return formatAge(Math.ceil(leftMs / 1000) * 1000)
}

/** Typed seconds, with a comma or a point, as whole milliseconds; null where they are none. */
export function millisecondsOf(text: string): number | null {
  const seconds = Number(text.trim().replace(',', '.'))
  const ms = Math.floor(seconds * 1000 + 1e-6)
  return text.trim() !== '' && Number.isFinite(ms) && ms >= 1 ? ms : null
}

/** Milliseconds as seconds: 2500 is 2,5. */
export function secondsText(ms: number): string {
  return String(ms / 1000).replace('.', ',')
}
