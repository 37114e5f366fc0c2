import type { Logger } from 'pino'
import { isWithin } from '../limits/is-within.ts'
import type { Db } from '../store/database.ts'
import { type AuditEntry, appendAudit } from '../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { storeFault } from '../store/unavailable.ts'

const TRY_EVERY_MS = 10_000
/** Nobody waits longer: a server that is unreachable is silent for half a minute. */
const WITHIN_MS = 5000
const OWED_MAX = 20

interface OwedEntriesOptions {
  db: Db
  log: Logger
  tryEveryMs?: number
  withinMs?: number
  max?: number
}

/**
 * Audit entries of what is let through although the database takes nothing: on a full disk, or
 * while it is away. The log has each at once; the database gets them, oldest first, when it takes
 * them. A hub that ends before that leaves them in the log alone.
 */
export class OwedEntries {
  readonly #options: OwedEntriesOptions
  #owed: AuditEntry[] = []
  /** One write at a time: the entries of another are not written twice. */
  #running: Promise<unknown> = Promise.resolve()
  #isWriting = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: OwedEntriesOptions) {
    this.#options = options
  }

  /**
   * Writes an entry, or owes it: false. Rejects where it can do neither, as too many are owed; what
   * the entry is about must not happen then.
   */
  async append(entry: AuditEntry): Promise<boolean> {
    const { log, withinMs = WITHIN_MS, max = OWED_MAX } = this.#options
    if (this.#owed.length >= max) await this.#write()
    const dated = { at: Date.now(), ...entry }
    this.#owed.push(dated)
    try {
      if (await isWithin(withinMs, this.#write())) return true
    } catch (error) {
      if (storeFault(error) === null) {
        this.#owed = this.#owed.filter((one) => one !== dated)
        throw error
      }
    }
    log.warn({ entry: dated }, 'an audit entry waits until the database takes it')
    this.#tryLater()
    return false
  }

  /** Tries once more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#write().catch(() => {
      // The log has them.
    })
  }

  #tryLater(): void {
    const { log, tryEveryMs = TRY_EVERY_MS } = this.#options
    this.#timer ??= setInterval(() => {
      // One that a silent database holds up is enough.
      if (this.#isWriting) return
      this.#write().then(
        () => {
          clearInterval(this.#timer)
          this.#timer = undefined
          log.info('the audit entries that waited are written')
        },
        () => {
          // The next one tries again.
        },
      )
    }, tryEveryMs).unref()
  }

  #write(): Promise<void> {
    const written = this.#running.then(async () => {
      const entries = [...this.#owed]
      if (entries.length === 0) return
      this.#isWriting = true
      try {
        await withLockOfAllHubs(this.#options.db, (trx) => appendAudit(trx, ...entries))
      } finally {
        this.#isWriting = false
      }
      this.#owed = this.#owed.filter((one) => !entries.includes(one))
    })
    this.#running = written.catch(() => {
      // Whoever wrote gets the error.
    })
    return written
  }
}
