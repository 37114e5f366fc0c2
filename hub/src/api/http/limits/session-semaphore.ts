import { Semaphore } from '../../../limits/semaphore.ts'

/** A screen makes a dozen requests at once. */
const WAITING_PER_SESSION = 60
const PATIENCE_MS = 10_000

/**
 * Admits eight requests at a time, three of a session: one that makes three hundred at once slows
 * down itself and nobody else. Its outermost groups are sessions.
 */
export function createSessionSemaphore({ patienceMs = PATIENCE_MS } = {}): Semaphore {
  return new Semaphore({
    permits: 8,
    permitsPerGroup: 3,
    maxWaitingPerGroup: { depth: 1, max: WAITING_PER_SESSION },
    patienceMs,
  })
}

/** A list may show a hundred photos at once. */
const PICTURES_WAITING_PER_SESSION = 120

/**
 * The same for pictures that the database holds, which are large: four at a time, two of a session.
 * Apart from the others, so that a screen's figures do not wait for its pictures.
 */
export function createPictureSemaphore({ patienceMs = PATIENCE_MS } = {}): Semaphore {
  return new Semaphore({
    permits: 4,
    permitsPerGroup: 2,
    maxWaitingPerGroup: { depth: 1, max: PICTURES_WAITING_PER_SESSION },
    patienceMs,
  })
}
