import { setTimeout as delay } from 'node:timers/promises'
import { listState } from '../../store/access/list-place.ts'
import { touchedAmong } from '../../store/access/touched-tags.ts'
import { unconfirmedGates } from '../../store/access/unconfirmed-gates.ts'
import type { Db } from '../../store/database.ts'

/** A gate that is connected confirms within a second. */
const WAIT_MS = 1000
const LOOK_EVERY_MS = 50

/**
 * The names of the gates that decide and have not confirmed a change of these tags, of which those that
 * are connected get a moment to do so.
 */
export async function awaitGates(db: Db, tags: readonly string[]): Promise<string[]> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const isFolded = (await touchedAmong(db, tags)).size === 0
    const place = isFolded ? await listState(db) : undefined
    const names = await unconfirmedGates(db, place ?? null)
    if (names.length === 0 || performance.now() >= until) return names
    await delay(LOOK_EVERY_MS)
  }
}
