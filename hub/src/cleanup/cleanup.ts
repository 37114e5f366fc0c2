import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../store/database.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { sumGaps } from '../entries/gap.ts'
import { deleteExpiredCards } from '../store/agents/enroll-cards.ts'
import { deleteClosedEnrollTokens } from '../store/agents/enroll-tokens.ts'
import { addPartitions } from '../store/postgres/partitions.ts'
import { deleteExpiredResets } from '../store/auth/password-resets.ts'
import { deleteStaleOffers } from '../store/auth/second-factors.ts'
import { deleteEndedSessions } from '../store/auth/sessions.ts'
import { deleteOrphanUploads } from '../store/assets/uploads.ts'
import { keepLastUse } from '../store/people/last-use.ts'
import { deleteExpiredPairings } from '../store/people/wall-pairings.ts'
import { deleteSettledReports } from '../store/reads/tag-reports.ts'

const HOUR_MS = 3_600_000
/** A photo is uploaded before its asset is saved: it is kept for a day without one. */
const DAY_MS = 24 * HOUR_MS
/** A tag that nobody has registered by then is no news. */
const REPORTS_KEPT_MS = 90 * DAY_MS

/**
 * Deletes ended sessions, closed tokens, orphaned photos and settled reports of tags, adds the
 * partitions of the next months, and sums up gaps that an older version has stored.
 */
export interface Cleanup {
  /** Cleans up now and once an hour after; resolves after the first time. */
  start(): Promise<void>
  stop(): void
}

export interface CleanupOptions {
  db: Db
  log: Logger
  now?: () => number
}

export function createCleanup({ db, log, now = Date.now }: CleanupOptions): Cleanup {
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    const at = now()
    // Assets are saved under the same lock: one that takes an old photo just now keeps it.
    await withLockOfAllHubs(db, async (trx) => {
      await keepLastUse(trx)
      await deleteEndedSessions(trx, { now: at, revokedAfter: at - HOUR_MS })
      await deleteClosedEnrollTokens(trx, at)
      await deleteExpiredCards(trx, at)
      await deleteExpiredResets(trx, at)
      await deleteExpiredPairings(trx, at)
      await deleteStaleOffers(trx, at - HOUR_MS)
      await deleteOrphanUploads(trx, at - DAY_MS)
      await deleteSettledReports(trx, at - REPORTS_KEPT_MS)
    })
    await addPartitions(db, at)
    while (await sumGaps(db)) await nextTurn()
  }
  // Rows that stay cost nothing but space until the next run.
  const tolerate = (error: unknown) => log.warn({ err: error }, 'what nobody needs is still there')

  return {
    async start() {
      timer ??= setInterval(() => void run().catch(tolerate), HOUR_MS).unref()
      await run().catch(tolerate)
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}
