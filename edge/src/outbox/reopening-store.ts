import { dirname } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol/errors'
import type { PendingEntry } from '../entry.ts'
import type { ReadPart } from './file/damaged-file.ts'
import {
  type EpochsFile,
  readEpochsFile,
  type SetAside,
  writeEpochsFile,
} from './file/epochs-file.ts'
import {
  isCorrupt,
  isDiskFull,
  isFull,
  isUnreadable,
  openOutboxFile,
  type Sqlite,
  sqliteCode,
} from './file/outbox-file.ts'
import { Salvage, type SalvageState } from './salvage/salvage.ts'
import { asideName, completeAside, forgetSalvaged, moveAside, seqBeyond } from './file/set-aside.ts'
import { keepReserve, MIN_CAP_BYTES, outboxCap, releaseReserve } from './file/reserve.ts'
import { type Appended, type OutboxStoreOptions, OutboxStore } from './outbox-store.ts'

/** The disk takes nothing now: the entries stay in memory and are tried again. */
export class BlockedError extends Error {
  override name = 'BlockedError'
}

/**
 * The file was reopened or replaced: hello must name the epochs anew. Or it is full, and entries that
 * the hub lacks are dropped: reported once, and again only after a while without any.
 */
export interface OutboxNotice {
  event: 'outbox_replaced' | 'outbox_reopened' | 'outbox_full'
  detail: string
}

export interface ReopeningStoreOptions extends Omit<OutboxStoreOptions, 'maxBytes'> {
  file: string
  /** Instead of the cap that the disk suggests. */
  maxBytes?: number
  onNotice: (notice: OutboxNotice) => void
  /** Opens the file; tests pass one that fails. */
  open?: (file: string) => { db: Sqlite }
  /** Reads a file that was set aside; tests pass one that fails. */
  readPart?: ReadPart
}

/**
 * The outbox over all that can happen to its file: no room, an I/O error, damage. Runs in the worker
 * and holds one `OutboxStore` at a time. After an error at a commit nobody knows whether the row is
 * in the file, so the handle is closed, rows above the last confirmed one are deleted, and the
 * entries go into a new epoch.
 */
export class ReopeningStore {
  readonly #options: ReopeningStoreOptions
  #db: Sqlite | null = null
  #store: OutboxStore | null = null
  /** The last seq whose commit succeeded; null before the first append of this process. */
  #confirmed: number | null = null
  /** Why this edge may not use the file; its process is about to end. */
  #refusal: ConfigError | null = null
  /** What the epochs file says; null before the first opening, and while no file can be read. */
  #epochsFile: EpochsFile | null = null
  #salvage: Salvage | null = null
  /** Names of files that this process set aside: it may still be executing their commands. */
  readonly #ownAside = new Set<string>()
  /** Unreadable parts since the last upkeep: the first may be a card that was gone for a moment. */
  #readFaults = 0
  /** Entries were dropped at the cap since the upkeep before the last one. */
  #isFull = false
  #hasDropped = false

  constructor(options: ReopeningStoreOptions) {
    this.#options = options
  }

  /**
   * Does nothing when it is open already.
   *
   * @throws ConfigError for a file that is in use or belongs to another agent, BlockedError when the
   * disk does not let it open now: the next append tries again.
   */
  open(): void {
    if (this.#store !== null) return
    // Not tried again: a try that waits for another edge's lock while the process ends aborts it.
    if (this.#refusal !== null) throw this.#refusal
    try {
      this.#openNow()
    } catch (error) {
      this.#release()
      if (error instanceof ConfigError) throw (this.#refusal = error)
      if (isDiskFull(error)) releaseReserve(this.#options.file)
      throw new BlockedError(`the outbox cannot be opened: ${String(error)}`, { cause: error })
    }
  }

  #openNow(): void {
    const { file, agentCode } = this.#options
    this.#epochsFile ??= readEpochsFile(file)
    const pending = completeAside(file, this.#epochsFile?.setAside ?? [])
    if (this.#epochsFile !== null) this.#epochsFile.setAside = pending
    const { db, cause } = this.#openOrSetAside()
    this.#db = db
    if (this.#confirmed !== null && cause === null) this.#dropUnconfirmed(db, this.#confirmed)
    keepReserve(file)
    const setAside = this.#epochsFile?.setAside ?? []
    const above = Math.max(0, ...setAside.map((s) => s.lastSeq))
    this.#store = new OutboxStore(db, {
      ...this.#options,
      maxBytes: this.#cap(),
      above,
      onDropped: () => this.#dropped(),
    })
    this.#epochsFile = { agent: agentCode, epochs: this.#store.knownEpochs, setAside }
    this.#writeNames()
    // Only at the process's first opening: later ones find commands that are still being executed.
    if (this.#confirmed === null) this.#store.failUnfinished()
    this.#confirmed = this.#store.lastSeq
  }

  /** Failure is no error: on a full disk the outbox itself still holds the names. */
  #writeNames(): void {
    try {
      if (this.#epochsFile !== null) writeEpochsFile(this.#options.file, this.#epochsFile)
    } catch {
      // The next opening tries again.
    }
  }

  #openOrSetAside(): { db: Sqlite; cause: unknown } {
    const open = this.#options.open ?? openOutboxFile
    try {
      return { db: open(this.#options.file).db, cause: null }
    } catch (error) {
      if (!this.#isDamage(error)) throw error
      const { agent = this.#options.agentCode, epochs = [] } = this.#epochsFile ?? {}
      const confirmed = this.#confirmed
      const lastSeq = confirmed ?? seqBeyond(this.#epochsFile)
      this.#setAside(error, { agent, epochs, lastSeq, isExact: confirmed !== null })
      return { db: open(this.#options.file).db, cause: error }
    }
  }

  /** True for damage, and for a part that could not be read a second time. */
  #isDamage(error: unknown): boolean {
    return isCorrupt(error) || (isUnreadable(error) && ++this.#readFaults > 1)
  }

  /** Puts the damaged file out of the way, to be salvaged from there. */
  #setAside(cause: unknown, known: Omit<SetAside, 'name'>): void {
    const { file, onNotice } = this.#options
    const record = { name: asideName(file), ...known }
    const { agent, epochs, setAside } = this.#epochsFile ?? { ...known, setAside: [] }
    const names = { agent, epochs, setAside: [...setAside, record] }
    // Before the renaming: a power cut between them leaves the file where it is.
    writeEpochsFile(file, names)
    this.#epochsFile = names
    this.#endSalvage()
    if (known.isExact) this.#ownAside.add(record.name)
    moveAside(file, record.name)
    this.#readFaults = 0
    onNotice({
      event: 'outbox_replaced',
      detail: `${String(cause)}; the file is kept as ${record.name} and being salvaged`,
    })
  }

  #endSalvage(): void {
    this.#salvage?.close()
    this.#salvage = null
  }

  /**
   * Salvages the next part of the files that were set aside, the oldest first; true while there is
   * more. A file of another agent waits until the edge is started as that agent.
   *
   * @throws the errors of `run`.
   */
  salvage(): boolean {
    const { file, agentCode, readPart } = this.#options
    const record = this.#epochsFile?.setAside.find(
      (s) => s.agent.toLowerCase() === agentCode.toLowerCase(),
    )
    if (record === undefined) return false
    if (this.#salvage === null) {
      const known = this.run((store) => store.knownEpochs).map((e) => e.epoch)
      this.#salvage = new Salvage(dirname(file), record, known, readPart)
    }
    const salvage = this.#salvage
    if (salvage.scan.step()) return true
    const earlier = !this.#ownAside.has(record.name)
    const state = this.run((store) => store.salvage(salvage, earlier))
    if (state.isDone) this.#salvaged(record, state)
    return true
  }

  #salvaged(record: SetAside, { rows, lost }: SalvageState): void {
    const { file, agentCode, onNotice } = this.#options
    this.#endSalvage()
    const setAside = this.#epochsFile?.setAside.filter((s) => s.name !== record.name) ?? []
    this.#epochsFile = {
      agent: agentCode,
      epochs: this.run((store) => store.knownEpochs),
      setAside,
    }
    this.#writeNames()
    forgetSalvaged(file, setAside)
    this.#confirmed = this.run((store) => store.lastSeq)
    const detail = `${rows} entries of ${record.name} were salvaged, ${lost} cannot be read`
    onNotice({ event: 'outbox_replaced', detail })
  }

  #dropped(): void {
    this.#hasDropped = true
    if (this.#isFull) return
    this.#isFull = true
    const detail = 'the outbox is at its cap: the oldest unsent entries are dropped and counted'
    this.#options.onNotice({ event: 'outbox_full', detail })
  }

  #cap(): number {
    return this.#options.maxBytes ?? outboxCap(this.#options.file)
  }

  /** Runs the outbox's upkeep, and restores the reserve and the full cap once the disk has room. */
  maintain(elapsedMs: number): void {
    this.#readFaults = 0
    this.#isFull = this.#hasDropped
    this.#hasDropped = false
    keepReserve(this.#options.file)
    this.run((store) => {
      store.maintain(elapsedMs)
      store.setCap(this.#cap())
    })
  }

  #dropUnconfirmed(db: Sqlite, confirmed: number): void {
    db.transaction(() => {
      db.prepare('delete from entries where seq > ?').run(confirmed)
      db.prepare('update epochs set last_seq = ? where last_seq is null').run(confirmed)
    })()
  }

  /** @throws BlockedError when the disk takes nothing now. */
  append(entries: readonly PendingEntry[], isInFlight = false): Appended {
    return this.write((store) => store.append(entries, isInFlight))
  }

  /**
   * Runs a step that writes; after an error it frees room or reopens the file and runs the step
   * once more. The first try may have reached the file, so a step must be safe to run twice.
   *
   * @throws BlockedError when the disk takes nothing now.
   */
  write<T>(step: (store: OutboxStore) => T): T {
    try {
      return this.#writeNow(step)
    } catch (error) {
      this.#recover(error)
    }
    try {
      return this.#writeNow(step)
    } catch (error) {
      if (!isFull(error)) this.#recover(error)
      throw new BlockedError(`the disk takes nothing: ${String(error)}`, { cause: error })
    }
  }

  #writeNow<T>(step: (store: OutboxStore) => T): T {
    const store = this.#current()
    const result = step(store)
    this.#confirmed = store.lastSeq
    return result
  }

  /** Frees room or reopens the file; throws the error on where neither helps. */
  #recover(error: unknown): void {
    if (sqliteCode(error) === '') throw error
    if (isFull(error)) this.#capAtFullDisk(releaseReserve(this.#options.file))
    else this.#reopen(error)
  }

  /**
   * Caps the file on a full disk: it may grow by half of the reserve, the other half is for its
   * journal. From then on it drops old entries for new ones, until `maintain` restores the full
   * cap.
   */
  #capAtFullDisk(releasedBytes: number): void {
    const store = this.#store
    if (store !== null) store.setCap(Math.max(MIN_CAP_BYTES, store.fileBytes + releasedBytes / 2))
  }

  /** Runs any other step. An SQLite error reopens the file and is thrown. */
  run<T>(step: (store: OutboxStore) => T): T {
    try {
      return step(this.#current())
    } catch (error) {
      if (sqliteCode(error) !== '' && !isFull(error)) this.#reopen(error)
      throw error
    }
  }

  #current(): OutboxStore {
    if (this.#store === null) this.open()
    if (this.#store === null) throw new BlockedError('the outbox is not open')
    return this.#store
  }

  #release(): void {
    this.#store = null
    try {
      this.#db?.close()
    } catch {
      // The handle is being given up because of an error; a second one adds nothing.
    }
    this.#db = null
  }

  #reopen(cause: unknown): void {
    const store = this.#store
    const epochs = store?.knownEpochs ?? []
    this.#release()
    if (store !== null && this.#isDamage(cause)) {
      const lastSeq = this.#confirmed ?? store.lastSeq
      const agent = this.#options.agentCode
      this.#setAside(cause, { agent, epochs, lastSeq, isExact: true })
      this.#confirmed = null
    } else this.#options.onNotice({ event: 'outbox_reopened', detail: String(cause) })
    this.open()
  }

  close(): void {
    this.#endSalvage()
    this.#store?.close()
    this.#release()
  }
}
