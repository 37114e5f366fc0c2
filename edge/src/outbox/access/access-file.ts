import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { isUnreadable } from '../file/outbox-file.ts'
import { type AccessChange, AccessDb, isDamage } from './access-db.ts'
import {
  type DeniedTags,
  readDeniedFile,
  removeDeniedFile,
  writeDeniedFile,
} from './denied-file.ts'
import { packedDigest } from './packed-rows.ts'

/** What is kept beside the rows; null where it never was, or has not stayed as it was written. */
export interface KeptAccess {
  /** Of two copies that differ, the tags of both: a denial that is held twice is lifted twice. */
  denied: DeniedTags | null
  policy: string | null
  state: string | null
  /** Why the file was begun anew; null as a rule. */
  fault: string | null
}

export interface KeptBucket {
  bucket: number
  /** The digest that was written with the rows. */
  digest: Uint8Array
  /** Null where the rows have another digest by now. */
  rows: Uint8Array | null
}

/** Some of the buckets that are kept, in order. */
export interface KeptBuckets {
  buckets: KeptBucket[]
  /** Where the next ones begin; null after the last. */
  next: number | null
  /** Why the file was begun anew, and has no bucket any more; null as a rule. */
  fault: string | null
}

/** `replaced`: the file was damaged and has been begun anew, so that the change is not in it, and nothing is. */
export type AccessWritten = 'written' | 'replaced'

/** Buckets of one call: the entries that wait behind it wait for some milliseconds. */
const BUCKETS_PER_CALL = 16

/**
 * The file of a gate's list, `access.db`, and the denied tags in a second one beside it. Nothing is lost
 * with it that a hub could not send again, so whatever is wrong with it, it is begun anew. Nothing touches
 * the disk before there is something to keep. Runs in the outbox's worker; every method is one durable step.
 */
export class AccessFile {
  readonly #path: string
  readonly #deniedPath: string
  readonly #agent: string
  #db: AccessDb | null = null

  constructor(path: string, agentCode: string) {
    this.#path = path
    this.#deniedPath = `${path}.denied`
    this.#agent = agentCode.toLowerCase()
  }

  /** What is kept; null where nothing is. What another agent has left is deleted. */
  open(): KeptAccess | null {
    const beside = readDeniedFile(this.#deniedPath, this.#agent)
    if (!existsSync(this.#path) && beside === null) {
      this.#remove()
      removeDeniedFile(this.#deniedPath)
      return null
    }
    const { result, fault } = this.#onWhole((db) => ({
      policy: db.kept('policy'),
      state: db.kept('state'),
      denied: deniedOf(db.kept('denied')),
    }))
    const { policy = null, state = null, denied = null } = result ?? {}
    if (beside === null) this.#mendDenied(denied)
    return { policy, state, denied: ofBoth(denied, beside), fault }
  }

  /** Puts what the database holds in the place of a file that is damaged, missing or another agent's. */
  #mendDenied(denied: DeniedTags | null): void {
    try {
      if (denied === null) removeDeniedFile(this.#deniedPath)
      else writeDeniedFile(this.#deniedPath, this.#agent, denied)
    } catch {
      // A full disk: the next opening tries again, and until then the database has them.
    }
  }

  /** The next buckets from one on, each checked against its digest. */
  buckets(from: number): KeptBuckets {
    const { result, fault } = this.#onWhole((db) => db.buckets(from, BUCKETS_PER_CALL))
    const buckets = (result ?? []).map(({ bucket, rows, digest }) => {
      const isWhole = isEqual(packedDigest(rows), digest)
      // Copies: what SQLite gives may be a part of something larger, which would go along.
      return { bucket, digest: digest.slice(), rows: isWhole ? rows.slice() : null }
    })
    const last = buckets.at(-1)
    const isMore = buckets.length === BUCKETS_PER_CALL && last !== undefined
    return { buckets, next: isMore ? last.bucket + 1 : null, fault }
  }

  /**
   * Makes a change durable, all of it or nothing. Denied tags are in their own file before they are in
   * the database.
   *
   * @throws what the disk says; the change may be in the file then, or not.
   */
  write(change: AccessChange): AccessWritten {
    const { denied } = change
    mkdirSync(dirname(this.#path), { recursive: true })
    if (denied !== undefined) writeDeniedFile(this.#deniedPath, this.#agent, denied)
    const { fault } = this.#onWhole((db) => db.write(change))
    return fault === null ? 'written' : 'replaced'
  }

  /**
   * Runs a step on the file. One that turns out to be damaged, or cannot be read twice, is begun anew, and
   * the step has not run.
   */
  #onWhole<T>(step: (db: AccessDb) => T): { result: T | null; fault: string | null } {
    for (let isAgain = false; ; isAgain = true) {
      try {
        this.#db ??= new AccessDb(this.#path, this.#agent)
        return { result: step(this.#db), fault: null }
      } catch (error) {
        this.close()
        // A card may be gone for a moment.
        if (isUnreadable(error) && !isAgain) continue
        if (!isDamage(error)) throw error
        this.#remove()
        this.#db = new AccessDb(this.#path, this.#agent)
        return { result: null, fault: error instanceof Error ? error.message : String(error) }
      }
    }
  }

  #remove(): void {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(this.#path + end, { force: true })
  }

  close(): void {
    try {
      this.#db?.close()
    } catch {
      // Given up because of an error, or at the end: the next opening finds what is durable.
    }
    this.#db = null
  }
}

function deniedOf(text: string | null): DeniedTags | null {
  return text === null ? null : (JSON.parse(text) as DeniedTags)
}

/** The database is written last: it says which list it is. */
function ofBoth(kept: DeniedTags | null, beside: DeniedTags | null): DeniedTags | null {
  if (kept === null || beside === null) return kept ?? beside
  return { list: beside.list ?? kept.list, uids: [...new Set([...kept.uids, ...beside.uids])] }
}

function isEqual(a: Uint8Array | null, b: Uint8Array): boolean {
  return a !== null && Buffer.compare(a, b) === 0
}
