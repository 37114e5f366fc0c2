import type { Logger } from 'pino'
import type { Store } from '../store/open-store.ts'
import { auditHead, type HeadRow, keyOfAnother, NO_ROWS } from '../store/people/audit-head.ts'

const HOUR_MS = 3_600_000

export interface HeadLogOptions {
  store: Pick<Store, 'searches' | 'key'>
  log: Logger
}

/**
 * Writes number of rows and head of the audit log into the hub's log, where somebody who changes
 * the database cannot change them: at `start`, every hour, and at `stop`. Each time it checks that
 * the last head is still in the database, and that newer rows have the hub's key; it only reads
 * those.
 */
export class HeadLog {
  readonly #options: HeadLogOptions
  #head: HeadRow = NO_ROWS
  #hasLostRows = false
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(options: HeadLogOptions) {
    this.#options = options
  }

  /** True once rows were gone, or changed, that this hub had seen. */
  get hasLostRows(): boolean {
    return this.#hasLostRows
  }

  /**
   * Does not wait for the first entry: its count takes 2 to 5 s for five million rows on SQLite, in
   * a worker.
   */
  start(): void {
    this.#timer = setInterval(() => void this.write(), HOUR_MS).unref()
    void this.write()
  }

  /** Resolves after a last entry. */
  stop(): Promise<void> {
    clearInterval(this.#timer)
    return this.write()
  }

  /** Resolves when the current head is logged, or the error of a database that does not answer. */
  write(): Promise<void> {
    this.#running = this.#running.then(() => this.#write())
    return this.#running
  }

  async #write(): Promise<void> {
    const { store, log } = this.#options
    try {
      let head = await auditHead(store.searches, this.#head)
      if (head === null) {
        this.#hasLostRows = true
        const { rows, head: lost } = this.#head
        log.error({ rows, head: lost }, 'the audit log has lost or changed rows that it had')
        head = await auditHead(store.searches)
      } else if (this.#head.id !== 0) {
        const other = await keyOfAnother(store.searches, store.key.id, this.#head.id)
        if (other)
          log.error(other, 'somebody adds rows to the audit log under another key, or none')
      }
      this.#head = head ?? NO_ROWS
      log.info({ rows: this.#head.rows, head: this.#head.head }, 'audit log head')
    } catch (error) {
      log.warn({ err: error }, 'the head of the audit log cannot be read')
    }
  }
}
