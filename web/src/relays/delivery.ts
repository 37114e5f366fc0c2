import { isAnswerLost, type RelayOrder } from '../api/commands/relay-command.ts'
import type { Clock } from '../browser/clock.ts'

/** Sends an order to the hub once; `elapsed` is how long ago, in milliseconds, somebody pressed. */
export type SendOrder = (order: RelayOrder, elapsed: number, signal: AbortSignal) => Promise<void>

const ATTEMPT_MS = 2500
const PAUSE_MS = 500
/** No attempt begins later: a barrier that opens long after the press surprises people. */
const ATTEMPTS_BEGIN_WITHIN_MS = 3500

export interface DeliveryOptions {
  send: SendOrder
  clock: Pick<Clock, 'after'>
  /** Milliseconds that only go forward. */
  monotonic: () => number
  /** When it was pressed, by `monotonic`. */
  pressedAt: number
  isSettled: () => boolean
  signal: AbortSignal
}

/**
 * Sends an order again, under its id, while its answers are lost. Resolves with null once the hub
 * took it, else with the last failure. `isSettled` ends the attempts: the result came another way,
 * or the order is not wanted any more; `signal` aborts the one that waits.
 */
export async function deliver(
  order: RelayOrder,
  { send, clock, monotonic, pressedAt, isSettled, signal }: DeliveryOptions,
): Promise<unknown> {
  for (;;) {
    const abort = new AbortController()
    const abortAttempt = () => abort.abort()
    const stopTimer = clock.after(ATTEMPT_MS, abortAttempt)
    signal.addEventListener('abort', abortAttempt)
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
      signal.removeEventListener('abort', abortAttempt)
    }
  }
}
