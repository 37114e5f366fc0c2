import { Semaphore } from '../../../limits/semaphore.ts'

/** A screen asks for a dozen things at once. */
const OF_A_SESSION_WAIT = 60
const PATIENCE_MS = 10_000

/**
 * Answers eight requests at a time, three of a session, so that a session that asks for three hundred things
 * at once slows itself down and nobody else. Its outermost groups are sessions.
 */
export function createSessionSemaphore({ patienceMs = PATIENCE_MS } = {}): Semaphore {
  return new Semaphore({
    permits: 8,
    permitsPerGroup: 3,
    maxWaitingPerGroup: { depth: 1, max: OF_A_SESSION_WAIT },
    patienceMs,
  })
}
