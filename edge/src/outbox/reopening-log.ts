import { ConfigError } from '@vehicle-control/protocol/errors'
import type { PendingEntry } from '../entry.ts'
import { isCorrupt, isFull, openLogFile, setAside, type Sqlite, sqliteCode } from './log-file.ts'
import { keepReserve, MIN_CAP_BYTES, outboxCap, releaseReserve } from './reserve.ts'
import { type Appended, type SqliteLogOptions, SqliteLog } from './sqlite-log.ts'

/** The disk takes nothing now: the entries stay in memory and are tried again. */
export class BlockedError extends Error {
  override name = 'BlockedError'
}

/** The file was reopened or replaced: a new epoch has begun. */
export interface LogNotice {
  event: 'outbox_replaced' | 'outbox_reopened'
  detail: string
}

export interface ReopeningLogOptions extends Omit<SqliteLogOptions, 'maxBytes'> {
  file: string
  /** Instead of the cap that the disk suggests. */
  maxBytes?: number
  onNotice: (notice: LogNotice) => void
  /** Opens the file; tests pass one that fails. */
  open?: (file: string) => { db: Sqlite; replaced: string | null }
}

/**
 * The log over all that can happen to its file: no room, an I/O error, damage. Runs in the worker
 * and holds one `SqliteLog` at a time. After an error at a commit nobody knows whether the row is
 * in the file, so the handle is closed, rows above the last confirmed one are deleted, and the
 * entries go into a new epoch.
 */
export class ReopeningLog {
  readonly #options: ReopeningLogOptions
  #db: Sqlite | null = null
  #log: SqliteLog | null = null
  /** The last seq whose commit succeeded; null before the first append of this process. */
  #confirmed: number | null = null

  constructor(options: ReopeningLogOptions) {
    this.#options = options
  }

  /**
   * @throws ConfigError for a file that is in use or belongs to another agent, BlockedError when the
   * disk does not let it open now: the next append tries again.
   */
  open(): void {
    try {
      this.#openNow()
    } catch (error) {
      this.#release()
      if (error instanceof ConfigError) throw error
      if (isFull(error)) releaseReserve(this.#options.file)
      throw new BlockedError(`the outbox cannot be opened: ${String(error)}`, { cause: error })
    }
  }

  #openNow(): void {
    const { file, onNotice } = this.#options
    const { db, replaced } = (this.#options.open ?? openLogFile)(file)
    this.#db = db
    if (this.#confirmed !== null && replaced === null) this.#dropUnconfirmed(db, this.#confirmed)
    keepReserve(file)
    this.#log = new SqliteLog(db, { ...this.#options, maxBytes: this.#cap() })
    // Only at the process's first opening: later ones find commands that are still being executed.
    if (this.#confirmed === null) this.#log.failUnfinished()
    this.#confirmed = this.#log.lastSeq
    if (replaced !== null) {
      onNotice({ event: 'outbox_replaced', detail: `damaged; kept as ${replaced}` })
    }
  }

  #cap(): number {
    return this.#options.maxBytes ?? outboxCap(this.#options.file)
  }

  /** Runs the log's upkeep, and restores the reserve and the full cap once the disk has room. */
  maintain(elapsedMs: number): void {
    keepReserve(this.#options.file)
    this.run((log) => {
      log.maintain(elapsedMs)
      log.setCap(this.#cap())
    })
  }

  #dropUnconfirmed(db: Sqlite, confirmed: number): void {
    db.transaction(() => {
      db.prepare('delete from entries where seq > ?').run(confirmed)
      db.prepare('update epochs set last_seq = ? where last_seq is null').run(confirmed)
    })()
  }

  /** @throws BlockedError when the disk takes nothing now. */
  append(entries: readonly PendingEntry[]): Appended {
    return this.write((log) => log.append(entries))
  }

  /**
   * Runs a step that writes; after an error it mends the file and runs the step once more. The first
   * try may have reached the file, so a step must be safe to run twice.
   *
   * @throws BlockedError when the disk takes nothing now.
   */
  write<T>(step: (log: SqliteLog) => T): T {
    try {
      return this.#writeNow(step)
    } catch (error) {
      this.#mend(error)
    }
    try {
      return this.#writeNow(step)
    } catch (error) {
      if (!isFull(error)) this.#mend(error)
      throw new BlockedError(`the disk takes nothing: ${String(error)}`, { cause: error })
    }
  }

  #writeNow<T>(step: (log: SqliteLog) => T): T {
    const log = this.#current()
    const result = step(log)
    this.#confirmed = log.lastSeq
    return result
  }

  /** Frees room or reopens the file; throws an error that neither helps. */
  #mend(error: unknown): void {
    if (sqliteCode(error) === '') throw error
    if (isFull(error)) this.#liveWithin(releaseReserve(this.#options.file))
    else this.#reopen(error)
  }

  /**
   * Caps the file on a full disk: it may grow by half of the reserve, the other half is for its
   * journal. From then on it makes room within itself, until `maintain` restores the full cap.
   */
  #liveWithin(releasedBytes: number): void {
    const log = this.#log
    if (log !== null) log.setCap(Math.max(MIN_CAP_BYTES, log.fileBytes + releasedBytes / 2))
  }

  /** Runs any other step. An SQLite error reopens the file and is thrown. */
  run<T>(step: (log: SqliteLog) => T): T {
    try {
      return step(this.#current())
    } catch (error) {
      if (sqliteCode(error) !== '' && !isFull(error)) this.#reopen(error)
      throw error
    }
  }

  #current(): SqliteLog {
    if (this.#log === null) this.open()
    if (this.#log === null) throw new BlockedError('the outbox is not open')
    return this.#log
  }

  #release(): void {
    this.#log = null
    try {
      this.#db?.close()
    } catch {
      // The handle is being given up because of an error; a second one adds nothing.
    }
    this.#db = null
  }

  #reopen(cause: unknown): void {
    const { file, onNotice } = this.#options
    this.#release()
    if (isCorrupt(cause)) {
      onNotice({ event: 'outbox_replaced', detail: `damaged; kept as ${setAside(file)}` })
      this.#confirmed = null
    } else onNotice({ event: 'outbox_reopened', detail: String(cause) })
    this.open()
  }

  close(): void {
    this.#log?.close()
    this.#release()
  }
}
