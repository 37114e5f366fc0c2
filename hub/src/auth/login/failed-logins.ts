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
/** Refused proofs of one account leave no more than an entry in so long. */
const PROOF_EVERY_MS = 60_000
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

/** A superadmin whose own password or code, asked for again at an act, was wrong. */
export interface RefusedProof extends Omit<FailedLogin, 'isKnown'> {
  /** What was to be done, by its call: `PATCH /api/users/:id`. */
  act: string
  /** Email of the account that it was to be done to; undefined: of one that is not there yet. */
  target: string | undefined
}

interface Counted {
  since: number
  count: number
  isNoted: boolean
}

/**
 * Writes a line to the log for each login that failed, and one entry into the audit log for each
 * account and network and hour, from the fifth failure on. The entries are written some seconds
 * later, together, so that no answer takes longer for an account that exists. A superadmin's proof
 * that was wrong is one from the first on.
 */
export class FailedLogins {
  readonly #options: FailedLoginsOptions
  // Kept in memory alone: whoever had the key could guess the password behind a hash.
  readonly #key = randomBytes(32)
  readonly #counted = new Map<string, Counted>()
  /** When an account's proof was noted last. */
  readonly #proofs = new Map<string, number>()
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
    this.#note({ at: now, actor: 'hub', action: 'login.failed', target: shown, detail, address })
  }

  /** Logs and counts it as a login that failed; one a minute and account is audited besides. */
  proofRefused({ act, target, ...login }: RefusedProof): void {
    const { account, address, reason } = login
    const now = this.#now()
    this.failed({ ...login, isKnown: true })
    // By how far either way: a clock that was set back silences nobody.
    if (Math.abs(now - (this.#proofs.get(account) ?? -Infinity)) < PROOF_EVERY_MS) return
    this.#proofs.set(account, now)
    const entry = { at: now, actor: account, action: 'user.proof_refused', address }
    this.#note({ ...entry, target: target ?? account, detail: { act, reason } })
  }

  #note(entry: AuditEntry): void {
    this.#entries.push(entry)
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
