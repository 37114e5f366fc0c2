import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { OpenStore } from '../database.ts'
import { type ReadOnlyPool, createReadOnlyPool } from './read-only-pool.ts'
import type { Database } from '../schema/tables.ts'

/**
 * Opens read-only connections, each in a worker thread, to a SQLite file that is already migrated.
 * Query functions take this `db` like the writing one, and long lists do not hold the event loop.
 * Each query sees what was committed when it began; there are no transactions. `workers` queries
 * run at once.
 */
export function openReadOnly(file: string, workers: number): OpenStore {
  const pool = createReadOnlyPool(file, workers)
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new PoolDriver(pool),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  // Kysely does not destroy a driver that never ran a query: the pool is closed here either way.
  return { db, close: () => db.destroy().then(() => pool.close()) }
}

class PoolDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(pool: ReadOnlyPool) {
    this.#connection = new PoolConnection(pool)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction(): Promise<void> {
    return refuseTransaction()
  }

  commitTransaction(): Promise<void> {
    return refuseTransaction()
  }

  rollbackTransaction(): Promise<void> {
    return refuseTransaction()
  }

  async destroy(): Promise<void> {}
}

class PoolConnection implements DatabaseConnection {
  readonly #pool: ReadOnlyPool

  constructor(pool: ReadOnlyPool) {
    this.#pool = pool
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // Rows are not checked against the type of the query, as in every dialect of Kysely.
    return { rows: (await this.#pool.query(sql, parameters)) as R[] }
  }

  // eslint-disable-next-line require-yield -- kysely's interface asks for a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('lists are read in keyset pages, not streamed')
  }
}

function refuseTransaction(): Promise<never> {
  return Promise.reject(new Error('the read-only connections have no transactions'))
}
