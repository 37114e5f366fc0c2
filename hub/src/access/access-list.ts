import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ListPlace } from '@vehicle-control/protocol/access/frames'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import { foldStep } from '../store/access/fold-list.ts'
import {
  type BucketRows,
  bucketRows,
  type ListImage,
  loadImage,
} from '../store/access/list-image.ts'
import { listState, lockList, renewList, saveProven } from '../store/access/list-place.ts'
import type { Db } from '../store/database.ts'
import { inTransaction } from '../store/transaction.ts'
import { type Proof, proveList } from './prove.ts'

export type { BucketRows, ListImage }

/** How often a replica looks for what others have changed. */
const LOOK_EVERY_MS = 2000
const PROVE_EVERY_MS = 3_600_000
/** How long gates wait for what is folded of a long import. */
const TELL_EVERY_MS = 500
/** Buckets whose rows are kept: gates that load a list want the same ones at about the same time. */
const KEPT_BUCKETS = 32

export interface AccessListOptions {
  db: Db
  readOnly: Db
  bus: Bus
  log: Logger
  now?: () => number
  lookEveryMs?: number
}

/**
 * The list of tags that gates decide by, as this replica knows it. Whatever changes an asset is folded
 * into its rows within seconds, whichever replica did it, and the rows are proven by the assets at the
 * start and each hour.
 */
export class AccessList {
  readonly #options: AccessListOptions
  readonly #listeners = new Set<() => void>()
  readonly #kept = new Map<number, { list: string; read: BucketRows }>()
  readonly #reading = new Map<string, Promise<BucketRows | null>>()
  readonly #end = new AbortController()
  #image: ListImage | null = null
  #isProven = false
  #timers: NodeJS.Timeout[] = []
  #proving: Promise<Proof> | null = null
  /** The fold or load that is under way, or the last one. */
  #running: Promise<unknown> = Promise.resolve()
  /** The fold that begins after it, for all who ask meanwhile. */
  #next: Promise<void> | null = null
  #isFailing = false
  #wasFull = false

  readonly #onChanged = () => void this.refresh()

  constructor(options: AccessListOptions) {
    this.#options = options
  }

  /**
   * What gates are told that the list is; null before this replica has proven it once. It is another
   * object after each change.
   */
  get image(): ListImage | null {
    return this.#isProven ? this.#image : null
  }

  /** Calls `listener` whenever `image` is another one; the function that it returns ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * The rows of one bucket, by uid, and the moment of the list that they are of, which is `image`'s or a
   * later one. Null before the list has begun.
   */
  async rowsOf(bucket: number): Promise<BucketRows | null> {
    const kept = this.#kept.get(bucket)
    const image = this.#image
    if (kept !== undefined && image !== null && kept.list === image.place.id) {
      const isSame = image.buckets[bucket]?.edits === kept.read.edits
      if (isSame) return { ...kept.read, place: image.place }
    }
    // One that was begun for an older image may have read before the change.
    const key = `${bucket} ${image?.place.id} ${image?.place.edits}`
    const reading = this.#reading.get(key) ?? this.#read(bucket)
    this.#reading.set(key, reading)
    try {
      return await reading
    } finally {
      this.#reading.delete(key)
    }
  }

  /** Begins the list where there is none, proves it, and keeps it up to date from now on. */
  start(): void {
    const { bus, lookEveryMs = LOOK_EVERY_MS } = this.#options
    bus.on('accessChanged', this.#onChanged)
    bus.on('assetTags', this.#onChanged)
    this.#timers = [
      setInterval(() => this.#look(), lookEveryMs).unref(),
      setInterval(() => void this.#tolerate(this.prove()), PROVE_EVERY_MS).unref(),
    ]
    this.#look()
  }

  /** The first proof is begun again where the database did not answer. */
  #look(): void {
    void this.#tolerate(this.#isProven ? this.fold() : this.prove())
  }

  /** Resolves when nothing of it is under way any more. */
  async stop(): Promise<void> {
    const { bus } = this.#options
    this.#end.abort()
    bus.off('accessChanged', this.#onChanged)
    bus.off('assetTags', this.#onChanged)
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.allSettled([this.#proving, this.#next, this.#running])
  }

  /**
   * Folds what was noted before this call and loads what other replicas have folded; resolves when
   * `image` has it. Rejects where the database does not answer.
   */
  fold(): Promise<void> {
    // One that is under way may have read before the change.
    this.#next ??= this.#inTurn(async () => {
      this.#next = null
      await this.#bringUpToDate()
    })
    return this.#next
  }

  /** The same for whoever can do nothing about a database that does not answer. */
  async refresh(): Promise<void> {
    await this.#tolerate(this.fold())
  }

  /**
   * Compares all rows with the assets and mends what is wrong; that is logged. Folds go on meanwhile,
   * and whoever asks while a proof is under way gets that one.
   */
  prove(): Promise<Proof> {
    this.#proving ??= this.#prove().finally(() => (this.#proving = null))
    return this.#proving
  }

  /**
   * Makes the list another one with the same rows: a gate has shown edits of it that this hub never
   * made.
   */
  async renew(): Promise<ListPlace> {
    const place = await this.#inTurn(async () => {
      const { db, bus } = this.#options
      await inTransaction(db, async (trx) => {
        await lockList(trx)
        await renewList(trx)
      })
      bus.publish('accessChanged', {})
      await this.#load()
      return this.#image?.place
    })
    if (place === undefined) throw new Error('there is no list')
    return place
  }

  async #prove(): Promise<Proof> {
    const { db, readOnly, log, now = Date.now } = this.#options
    const { signal } = this.#end
    signal.throwIfAborted()
    const { provenAt } = await inTransaction(db, lockList)
    const proof = await proveList({ db, readOnly, fold: () => this.fold(), signal })
    await saveProven(db, now())
    // The first proof of a list makes it.
    if (provenAt > 0 && proof.tags + proof.buckets > 0) {
      const message = 'the list of tags was not what the assets say; it is mended'
      // Tags that had no room before are among them.
      if (this.#wasFull) log.warn(proof, message)
      else log.error(proof, message)
    }
    await this.fold()
    if (!this.#isProven) {
      this.#isProven = true
      this.#tell()
    }
    return proof
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#running.then(async () => {
      this.#end.signal.throwIfAborted()
      return await work()
    })
    this.#running = run.catch(() => {})
    return run
  }

  async #bringUpToDate(): Promise<void> {
    const state = await listState(this.#options.readOnly)
    const isTouched = state?.isTouched ?? true
    if (isTouched) await this.#foldAll()
    const place = this.#image?.place
    if (isTouched || place?.id !== state?.id || place?.edits !== state?.edits) await this.#load()
    if (this.#isFailing) this.#options.log.info('the list of tags is up to date again')
    this.#isFailing = false
  }

  async #foldAll(): Promise<void> {
    const { db, now = Date.now } = this.#options
    let untold = 0
    let toldAt = performance.now()
    for (;;) {
      const step = await foldStep(db, now())
      untold += step.changed
      if (!step.isMore) break
      // What is folded first is the newest: gates hear of a block while an import goes on.
      if (untold > 0 && performance.now() - toldAt > TELL_EVERY_MS) {
        await this.#tellFolded()
        untold = 0
        toldAt = performance.now()
      }
      await nextTurn()
      this.#end.signal.throwIfAborted()
    }
    if (untold > 0) await this.#tellFolded()
  }

  async #tellFolded(): Promise<void> {
    this.#options.bus.publish('accessChanged', {})
    await this.#load()
  }

  async #load(): Promise<void> {
    const { readOnly, log } = this.#options
    const image = await loadImage(readOnly)
    const before = this.#image
    if (image === null || isSamePlace(image, before)) return
    this.#image = image
    const isFull = image.isFull || image.isDeniedFull
    if (isFull && !this.#wasFull) {
      const room = { tags: image.tags, denied: image.denied.length }
      log.error(room, 'the list of tags is full: gates are not told of new ones')
    }
    this.#wasFull = isFull
    if (this.#isProven) this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  async #read(bucket: number): Promise<BucketRows | null> {
    const read = await bucketRows(this.#options.readOnly, bucket)
    if (read === null) return null
    this.#kept.delete(bucket)
    this.#kept.set(bucket, { list: read.place.id, read })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT_BUCKETS && oldest !== undefined) this.#kept.delete(oldest)
    return read
  }

  async #tolerate(work: Promise<unknown>): Promise<void> {
    try {
      await work
    } catch (error) {
      if (this.#end.signal.aborted) return
      if (!this.#isFailing)
        this.#options.log.warn({ err: error }, 'the list of tags cannot be brought up to date yet')
      this.#isFailing = true
    }
  }
}

const isSamePlace = ({ place: { id, edits } }: ListImage, other: ListImage | null) =>
  other?.place.id === id && other.place.edits === edits
