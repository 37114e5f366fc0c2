import SqliteDatabase from 'better-sqlite3'
import { isCorrupt, isUnreadable, type Sqlite, sqliteCode } from '../file/outbox-file.ts'
import { type DeniedTags, sealed, unsealed } from './denied-file.ts'

const SCHEMA_VERSION = 1
const SCHEMA = `
  create table buckets (bucket integer primary key, rows blob not null, digest blob not null);
  create table kept (name text primary key, content text not null);
`

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

/** A file that this version cannot go on with. */
class ForeignFileError extends Error {
  override name = 'ForeignFileError'
}

/** True for an error that means that the file is none of this gate's list, or a damaged one. */
export function isDamage(error: unknown): boolean {
  // A plain error is of a table that is not there.
  const isOther = error instanceof ForeignFileError || sqliteCode(error) === 'SQLITE_ERROR'
  return isOther || isCorrupt(error) || isUnreadable(error)
}

/**
 * One opening of a list's database. Its statements are made once: each has memory that the collector
 * does not know of.
 */
export class AccessDb {
  readonly #db: Sqlite
  readonly #statements: ReturnType<typeof statementsOf>
  readonly #write: (change: AccessChange) => void

  /** @throws errors for some of which `isDamage` is true. */
  constructor(path: string, agent: string) {
    const db = new SqliteDatabase(path, { timeout: 1000 })
    try {
      setUp(db)
      this.#db = db
      this.#statements = statementsOf(db)
      this.#write = db.transaction((change: AccessChange) => this.#writeAll(change))
      this.#adopt(agent)
      // As in outbox-file.ts: only now, since the first statement takes it back.
      db.pragma('synchronous = FULL')
      const verdict = db.pragma('quick_check(1)', { simple: true })
      if (verdict !== 'ok') throw new ForeignFileError(String(verdict))
    } catch (error) {
      db.close()
      throw error
    }
  }

  #adopt(agent: string): void {
    if (this.kept('agent') === agent) return
    const isNew = this.#statements.isEmpty.get() === undefined
    if (!isNew) throw new ForeignFileError('of another agent')
    this.#keep('agent', agent)
  }

  /** A text that was kept under a name; null without, and where it has changed since. */
  kept(name: string): string | null {
    const content = this.#statements.kept.get(name)
    return typeof content === 'string' ? unsealed(content) : null
  }

  #keep(name: string, text: string): void {
    this.#statements.keep.run(name, sealed(text))
  }

  /** The next buckets from one on, as they are. */
  buckets(from: number, count: number): { bucket: number; rows: Uint8Array; digest: Uint8Array }[] {
    return this.#statements.buckets.all(from, count)
  }

  /** Makes a change durable, all of it or nothing. */
  write(change: AccessChange): void {
    this.#write(change)
  }

  #writeAll({ bucket, denied, policy, state }: AccessChange): void {
    if (bucket !== undefined) this.#statements.bucket.run(bucket.bucket, bucket.rows, bucket.digest)
    if (denied !== undefined) this.#keep('denied', JSON.stringify(denied))
    if (policy !== undefined) this.#keep('policy', policy)
    if (state !== undefined) this.#keep('state', state)
  }

  close(): void {
    this.#db.close()
  }
}

function setUp(db: Sqlite): void {
  db.pragma('locking_mode = EXCLUSIVE')
  db.pragma('journal_mode = WAL')
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('mmap_size = 0')
  // It is read once, and written a bucket at a time.
  db.pragma('cache_size = -64')
  db.pragma('wal_autocheckpoint = 64')
  db.pragma('journal_size_limit = 262144')
  const version = db.pragma('user_version', { simple: true })
  if (version === SCHEMA_VERSION) return
  if (version !== 0 || db.prepare('select 1 from sqlite_schema').get() !== undefined)
    throw new ForeignFileError(`of version ${String(version)}`)
  db.transaction(() => {
    db.exec(SCHEMA)
    db.pragma(`user_version = ${SCHEMA_VERSION}`)
  })()
}

function statementsOf(db: Sqlite) {
  return {
    isEmpty: db.prepare('select 1 from kept union all select 1 from buckets'),
    kept: db.prepare<[string]>('select content from kept where name = ?').pluck(),
    keep: db.prepare('insert or replace into kept (name, content) values (?, ?)'),
    bucket: db.prepare('insert or replace into buckets (bucket, rows, digest) values (?, ?, ?)'),
    buckets: db.prepare<[number, number], { bucket: number; rows: Uint8Array; digest: Uint8Array }>(
      'select bucket, rows, digest from buckets where bucket >= ? order by bucket limit ?',
    ),
  }
}
