import type { Logger } from 'pino'
import {
  agentCodes,
  digestDecisions,
  saveSealedUntil,
  SEAL_ACTION,
  sealedThrough,
  sealedUntil,
} from '../store/access/decision-seals.ts'
import type { Db } from '../store/database.ts'
import { appendAudit } from '../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'

const HOUR_MS = 3_600_000
/** So long after midnight no transaction is left that would still store a decision of before. */
const SETTLED_MS = 15 * 60_000

export interface DecisionSealsOptions {
  db: Db
  readOnly: Db
  /** When the site's day of a moment began. */
  startOfDay: (moment: number) => number
  log: Logger
  now?: () => number
}

/**
 * Each night the audit log gets how many decisions of each agent arrived, and their digest: whoever
 * changes or removes one later would have to change the log's chain as well. Decisions are sealed in the
 * order of their ids; an entry says which.
 */
export class DecisionSeals {
  readonly #options: DecisionSealsOptions
  #timer: NodeJS.Timeout | undefined

  constructor(options: DecisionSealsOptions) {
    this.#options = options
  }

  /** Seals the days that are over, and looks each hour for one. */
  start(): void {
    const run = () => {
      this.seal().catch((error: unknown) =>
        this.#options.log.warn(
          { err: error },
          'the decisions of the days before are not sealed yet',
        ),
      )
    }
    this.#timer ??= setInterval(run, HOUR_MS).unref()
    run()
  }

  /** Seals what arrived before the site's last midnight, unless another hub has. */
  async seal(): Promise<void> {
    const { db, readOnly, startOfDay, now: clock = Date.now } = this.#options
    const now = clock()
    const until = startOfDay(now - SETTLED_MS)
    const before = await sealedUntil(readOnly)
    // One of the future was written by a clock that was wrong.
    if (before >= until && before <= now) return
    const after = await sealedThrough(readOnly)
    const { through, agents } = await digestDecisions(readOnly, { after, until, now })
    await withLockOfAllHubs(db, async (trx) => {
      // Not by the audit log again, which would be searched under the lock.
      if ((await sealedUntil(trx)) !== before) return
      const codes = await agentCodes(
        trx,
        agents.map(({ agentId }) => agentId),
      )
      const entries = agents.map(({ agentId, rows, digest }) => ({
        at: now,
        actor: 'hub',
        action: SEAL_ACTION,
        target: codes.get(agentId) ?? String(agentId),
        detail: { rows, digest, after, through, until: new Date(until).toISOString() },
        address: null,
      }))
      await appendAudit(trx, ...entries)
      await saveSealedUntil(trx, until)
    })
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
