import { createHmac, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { type AuditEntry, appendAudit } from '../../store/people/audit-log.ts'
import type { Db } from '../../store/database.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { networkOf } from '../network-of.ts'

/** The failure from which on one is audited: the first that `login-rate-limit.ts` delays. */
const NOTED_FROM = 5
const HOUR_MS = 3_600_000
const WRITE_EVERY_MS = 10_000
/** Pairs of account and network that are counted at once. */
const COUNTED_MAX = 10_000
/** Entries in an hour: what an outsider causes must not fill the audit log. */
const ENTRIES_PER_HOUR = 60

export interface FailedLoginsOptions {
  db: Db
  log: Logger
  now?: () => number
}

export interface FailedLogin {
  /** What was given as the account. */
  account: string
  /**
   * Whether there is such an account; if not, only a hash is shown, since people type passwords
   * there. Null: not looked up; it counts as known where an earlier failure from this network did.
   */
  isKnown: boolean | null
  address: string | null
  reason: string
  route: string
}

interface Counted {
  since: number
  count: number
  isNoted: boolean
}

/**
 * Writes a line to the log for each login that failed, and one entry into the audit log for each
 * account and network and hour, from the fifth failure on. The entries are written some seconds
 * later, together, so that no answer takes longer for an account that exists.
 */
export class FailedLogins {
  readonly #options: FailedLoginsOptions
  // Kept in memory alone: whoever had the key could guess the password behind a hash.
  readonly #key = randomBytes(32)
  readonly #counted = new Map<string, Counted>()
  #entries: AuditEntry[] = []
  #noted = { since: 0, entries: 0 }
  #timer: NodeJS.Timeout | undefined

  constructor(options: FailedLoginsOptions) {
    this.#options = options
  }

  /** Logs a login that failed, and counts it. */
  failed({ account, address, reason, route, ...login }: FailedLogin): void {
    const now = this.#now()
    const network = networkOf(address ?? 'unknown')
    const isKnown = login.isKnown ?? this.#counted.has(`${account}|${network}`)
    const shown = isKnown ? account : this.#hashOf(account)
    const counted = this.#count(`${shown}|${network}`, now)
    const { count } = counted
    this.#options.log.warn({ account: shown, address, route, reason, count }, 'login refused')
    if (!isKnown || count < NOTED_FROM || counted.isNoted) return
    if (now - this.#noted.since >= HOUR_MS) this.#noted = { since: now, entries: 0 }
    if (this.#noted.entries >= ENTRIES_PER_HOUR) return
    counted.isNoted = true
    this.#noted.entries++
    const detail = { count, network }
    this.#entries.push({
      at: now,
      actor: 'hub',
      action: 'login.failed',
      target: shown,
      detail,
      address,
    })
    this.#timer ??= setTimeout(() => void this.write(), WRITE_EVERY_MS).unref()
  }

  /** Resolves after a last attempt to write the entries that wait. */
  stop(): Promise<void> {
    return this.write()
  }

  /** Writes the entries that wait; without the database they stay for the next time. */
  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const entries = this.#entries
    this.#entries = []
    if (entries.length === 0) return
    try {
      await withLockOfAllHubs(this.#options.db, (trx) => appendAudit(trx, ...entries))
    } catch (error) {
      this.#entries = [...entries, ...this.#entries].slice(0, ENTRIES_PER_HOUR)
      this.#options.log.warn({ err: error }, 'failed logins are not in the audit log yet')
    }
  }

  #count(key: string, now: number): Counted {
    const before = this.#counted.get(key)
    // Moved to the end of the map, which is forgotten last.
    this.#counted.delete(key)
    const isOver = before === undefined || now - before.since >= HOUR_MS
    const counted = isOver
      ? { since: now, count: (before?.count ?? 0) + 1, isNoted: false }
      : { ...before, count: before.count + 1 }
    this.#counted.set(key, counted)
    const [oldest] = this.#counted.keys()
    if (this.#counted.size > COUNTED_MAX && oldest !== undefined) this.#counted.delete(oldest)
    return counted
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now()
  }

  #hashOf(account: string): string {
    return `#${createHmac('sha256', this.#key).update(account).digest('hex').slice(0, 12)}`
  }
}
