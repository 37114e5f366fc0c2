import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { isCorrupt, isUnreadable, type Sqlite, sqliteCode } from '../file/outbox-file.ts'
import {
  type DeniedTags,
  readDeniedFile,
  removeDeniedFile,
  sealed,
  unsealed,
  writeDeniedFile,
} from './denied-file.ts'
import { packedDigest } from './packed-rows.ts'

/** What is written of a list in one durable step; a part that is absent stays as it is. */
export interface AccessChange {
  /** Takes the place of what the bucket held. */
  bucket?: { bucket: number; rows: Uint8Array; digest: Uint8Array }
  denied?: DeniedTags
  /** As the hub sent it. */
  policy?: string
  /** Whatever else the list's owner must know again, as text. */
  state?: string
}

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

const SCHEMA_VERSION = 1
const SCHEMA = `
  create table buckets (bucket integer primary key, rows blob not null, digest blob not null);
  create table kept (name text primary key, content text not null);
`
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
  #db: Sqlite | null = null

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
      policy: readKept(db, 'policy'),
      state: readKept(db, 'state'),
      denied: deniedOf(readKept(db, 'denied')),
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
    const { result, fault } = this.#onWhole((db) =>
      db
        .prepare(
          'select bucket, rows, digest from buckets where bucket >= ? order by bucket limit ?',
        )
        .all(from, BUCKETS_PER_CALL),
    )
    const buckets = ((result ?? []) as KeptBucket[]).map(({ bucket, rows, digest }) => {
      const isWhole = rows !== null && isEqual(packedDigest(rows), digest)
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
    const { fault } = this.#onWhole((db) => {
      db.transaction(() => writeChange(db, change))()
    })
    return fault === null ? 'written' : 'replaced'
  }

  /**
   * Runs a step on the file. One that turns out to be damaged, or cannot be read twice, is begun anew, and
   * the step has not run.
   */
  #onWhole<T>(step: (db: Sqlite) => T): { result: T | null; fault: string | null } {
    for (let isAgain = false; ; isAgain = true) {
      try {
        this.#db ??= openAccessFile(this.#path, this.#agent)
        return { result: step(this.#db), fault: null }
      } catch (error) {
        this.close()
        // A card may be gone for a moment.
        if (isUnreadable(error) && !isAgain) continue
        if (!isDamage(error)) throw error
        this.#remove()
        this.#db = openAccessFile(this.#path, this.#agent)
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

/** A file that this version cannot go on with. */
class ForeignFileError extends Error {
  override name = 'ForeignFileError'
}

function isDamage(error: unknown): boolean {
  // A plain error is of a table that is not there.
  const isOther = error instanceof ForeignFileError || sqliteCode(error) === 'SQLITE_ERROR'
  return isOther || isCorrupt(error) || isUnreadable(error)
}

function openAccessFile(path: string, agent: string): Sqlite {
  const db = new SqliteDatabase(path, { timeout: 1000 })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    db.pragma('trusted_schema = OFF')
    db.pragma('cell_size_check = ON')
    db.pragma('mmap_size = 0')
    // It is read once, and written a bucket at a time.
    db.pragma('cache_size = -256')
    db.pragma('wal_autocheckpoint = 64')
    db.pragma('journal_size_limit = 262144')
    adopt(db, agent)
    // As in outbox-file.ts: only now, since the first statement takes it back.
    db.pragma('synchronous = FULL')
    const verdict = db.pragma('quick_check(1)', { simple: true })
    if (verdict !== 'ok') throw new ForeignFileError(String(verdict))
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function adopt(db: Sqlite, agent: string): void {
  const version = db.pragma('user_version', { simple: true })
  if (version === 0 && db.prepare('select 1 from sqlite_schema').get() === undefined) {
    db.transaction(() => {
      db.exec(SCHEMA)
      writeKept(db, 'agent', agent)
      db.pragma(`user_version = ${SCHEMA_VERSION}`)
    })()
  } else if (version !== SCHEMA_VERSION) throw new ForeignFileError(`of version ${String(version)}`)
  if (readKept(db, 'agent') !== agent) throw new ForeignFileError('of another agent')
}

function writeChange(db: Sqlite, { bucket, denied, policy, state }: AccessChange): void {
  if (bucket !== undefined) {
    db.prepare('insert or replace into buckets (bucket, rows, digest) values (?, ?, ?)').run(
      bucket.bucket,
      bucket.rows,
      bucket.digest,
    )
  }
  if (denied !== undefined) writeKept(db, 'denied', JSON.stringify(denied))
  if (policy !== undefined) writeKept(db, 'policy', policy)
  if (state !== undefined) writeKept(db, 'state', state)
}

function writeKept(db: Sqlite, name: string, text: string): void {
  db.prepare('insert or replace into kept (name, content) values (?, ?)').run(name, sealed(text))
}

function readKept(db: Sqlite, name: string): string | null {
  const content = db.prepare('select content from kept where name = ?').pluck().get(name)
  return typeof content === 'string' ? unsealed(content) : null
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
