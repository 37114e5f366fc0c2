import type { Clock } from '../../../../browser/clock.ts'
import { mayHaveDeletions } from './kept-deletions.ts'

/** Late enough not to slow down the loading of the first screen. */
const AFTER_START_MS = 5000

/**
 * Removes, a moment after the start of the app, what anybody deleted on this browser longer ago
 * than it is kept, whoever is logged in now. `now` is the hub's clock.
 */
export function removeOldLater(storage: Storage, clock: Clock, now: () => number): void {
  const remove = async () => {
    if (!(await mayHaveDeletions(storage))) return
    const [{ openDeletionDatabase }, log] = await Promise.all([
      import('./deletion-database.ts'),
      import('./deletion-log.ts'),
    ])
    const before = now() - log.DELETIONS_KEPT_MS
    await log.pruneDeletions(storage, openDeletionDatabase(), before)
  }
  clock.after(AFTER_START_MS, () => {
    remove().catch(() => {
      // Without the hub or a database: the next start tries again.
    })
  })
}
