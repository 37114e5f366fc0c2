import { isAnswerLost, type RelayOrder } from '../../../../../api/commands/relay-command.ts'
import type { Clock } from '../../../../../browser/clock.ts'

/** Sends an order to the hub once; `elapsed` is how long ago, in milliseconds, somebody pressed. */
export type SendOrder = (order: RelayOrder, elapsed: number, signal: AbortSignal) => Promise<void>

const ATTEMPT_MS = 2500
const PAUSE_MS = 500
/** A barrier that opens long after the press surprises people. */
const ATTEMPTS_BEGIN_WITHIN_MS = 3500

export interface DeliveryOptions {
  send: SendOrder
  clock: Pick<Clock, 'after'>
  /** Milliseconds that only go forward. */
  monotonic: () => number
  /** The press, of `monotonic`. */
  pressedAt: number
  isSettled: () => boolean
  signal: AbortSignal
}

/**
 * Sends an order again, under its id, while its answers are lost. Resolves with null once the hub
 * took it, else with what kept it. `isSettled` ends the attempts: its result came another way, or it
 * is wanted no more; `signal` breaks off the one that waits.
 */
export async function deliver(
  order: RelayOrder,
  { send, clock, monotonic, pressedAt, isSettled, signal }: DeliveryOptions,
): Promise<unknown> {
  for (;;) {
    const abort = new AbortController()
    const giveUp = () => abort.abort()
    const stopTimer = clock.after(ATTEMPT_MS, giveUp)
    signal.addEventListener('abort', giveUp)
    try {
      await send(order, Math.max(0, monotonic() - pressedAt), abort.signal)
      return null
    } catch (problem) {
      if (!isAnswerLost(problem)) return problem
      await new Promise<void>((resolve) => clock.after(PAUSE_MS, resolve))
      const isLate = monotonic() - pressedAt > ATTEMPTS_BEGIN_WITHIN_MS
      if (isSettled() || isLate) return problem
    } finally {
      stopTimer()
      signal.removeEventListener('abort', giveUp)
    }
  }
}
