import type { Logger } from 'pino'
import type { Store } from '../store/open-store.ts'
import { auditHead, type HeadRow, keyOfAnother, NO_ROWS } from '../store/people/audit-head.ts'

const HOUR_MS = 3_600_000

export interface HeadLogOptions {
  store: Pick<Store, 'searches' | 'key'>
  log: Logger
}

/**
 * Writes count and head of the audit log into the hub's log, where whoever changes the database does
 * not reach them: now, every hour, and at `stop`. Each time it looks whether the last head is still
 * there, and whose rows came since; only those are read.
 */
export class HeadLog {
  readonly #options: HeadLogOptions
  #head: HeadRow = NO_ROWS
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(options: HeadLogOptions) {
    this.#options = options
  }

  /** Returns at once: the first count took 2 to 5 s at five million rows of SQLite, in a worker. */
  start(): void {
    this.#timer = setInterval(() => void this.write(), HOUR_MS).unref()
    void this.write()
  }

  /** Resolves after a last entry. */
  stop(): Promise<void> {
    clearInterval(this.#timer)
    return this.write()
  }

  /** Resolves when what is there now is in the log; a database that is away is said there. */
  write(): Promise<void> {
    this.#running = this.#running.then(() => this.#write())
    return this.#running
  }

  async #write(): Promise<void> {
    const { store, log } = this.#options
    try {
      let head = await auditHead(store.searches, this.#head)
      if (head === null) {
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
