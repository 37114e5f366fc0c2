import { Socket } from 'node:net'
import { COMMAND_TTL_MS, ConfigError } from '@vehicle-control/protocol'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Db, INGEST_AT_ONCE } from '../database.ts'
import { migrate } from '../migrations/migrate.ts'
import { addPartitions } from './partitions.ts'
import type { Database } from '../schema/tables.ts'
import { isUnavailable } from '../unavailable.ts'

/**
 * Connections of one hub: with these, six hubs fit into the hundred that Postgres allows by
 * default.
 */
const WRITING = 6
const READING = 6
/** Kept apart, so that a relay command never waits for a connection. */
const URGENT = 2
const CONNECT_WITHIN_MS = 5000
/** A statement that waits for a lock, or works, for longer is cancelled. */
const STATEMENT_WITHIN_MS = 30_000
/**
 * A connection in use is silent for longer than a statement may take only when the server is gone.
 */
const SILENT_MS = STATEMENT_WITHIN_MS + 5000

const SETTINGS = {
  // An ack promises that the rows are on disk, whatever the server's default is.
  synchronous_commit: 'on',
  statement_timeout: STATEMENT_WITHIN_MS,
  idle_in_transaction_session_timeout: STATEMENT_WITHIN_MS,
  // The queries are short: compiling them would take longer than running them.
  jit: 'off',
}

/** A Postgres database, with connections for lists that must not wait for those that write. */
export interface PostgresStore {
  db: Db
  /** For ingest, so that it does not queue for a connection behind thousands of hellos. */
  ingest: Db
  /** For relay commands, which expire within seconds. */
  urgent: Db
  /** For every list, short or long: connections that cannot write. */
  readOnly: Db
  close(): Promise<void>
}

/**
 * Opens a Postgres database by its URL and migrates it. Connections that break are replaced at the
 * next query; `onLost` is called for each. One that is silent for `silentMs` while it is in use
 * counts as broken; with 0 the server may work as long as it takes.
 */
export async function openPostgres(
  url: string,
  onLost: (error: Error) => void = () => {},
  silentMs = SILENT_MS,
): Promise<PostgresStore> {
  const db = connect(url, WRITING, SETTINGS, onLost, silentMs)
  const ingest = connect(url, INGEST_AT_ONCE.postgres, SETTINGS, onLost, silentMs)
  const urgentSettings = { ...SETTINGS, statement_timeout: COMMAND_TTL_MS }
  const urgent = connect(url, URGENT, urgentSettings, onLost, silentMs && 2 * COMMAND_TTL_MS)
  const readOnlySettings = { ...SETTINGS, default_transaction_read_only: 'on' }
  const readOnly = connect(url, READING, readOnlySettings, onLost, silentMs)
  const close = async () => {
    await db.destroy()
    await ingest.destroy()
    await urgent.destroy()
    await readOnly.destroy()
  }
  try {
    // Over millions of rows a migration takes minutes.
    const unlimited = connect(url, 1, { ...SETTINGS, statement_timeout: 0 }, onLost, 0)
    try {
      await migrate(unlimited, 'postgres')
    } finally {
      await unlimited.destroy()
    }
    await addPartitions(db, Date.now())
  } catch (error) {
    await close()
    throw openingError(url, error)
  }
  return { db, ingest, urgent, readOnly, close }
}

/** Codes for an unknown user, password or database, where waiting does not help. */
const MISCONFIGURED = new Set(['28000', '28P01', '3D000'])

function openingError(url: string, error: unknown): unknown {
  const { host } = new URL(url)
  if (error instanceof pg.DatabaseError && MISCONFIGURED.has(error.code ?? '')) {
    return new ConfigError(
      `DATABASE_URL no la acepta Postgres en ${host} (${error.message}); ponga un usuario, una contraseña y una base que conozca`,
      { cause: error },
    )
  }
  if (!isUnavailable(error)) return error
  return new Error(`Postgres en ${host} no responde; arránquelo, o corrija DATABASE_URL`, {
    cause: error,
  })
}

function connect(
  url: string,
  max: number,
  options: Record<string, string | number>,
  onLost: (error: Error) => void,
  silentMs: number,
): Db {
  // Options in the URL would replace ours as a whole. They are moved before ours: Postgres takes
  // the last value of each.
  const target = new URL(url)
  const given = target.searchParams.getAll('options')
  if (given.length > 0) target.searchParams.delete('options')
  const pool = new pg.Pool({
    connectionString: given.length > 0 ? target.href : url,
    max,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    stream: () => openSocket(silentMs),
    application_name: 'vehicle-control-hub',
    options: [
      ...given,
      ...Object.entries(options).map(([name, value]) => `-c ${name}=${value}`),
    ].join(' '),
    types: { getTypeParser },
  })
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', onLost)
  // So would the loss of one in use, which the pool does not listen to; its query rejects anyway.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Opens a socket that fails after `silentMs` without data: the system itself would go on
 * retransmitting to a dead machine for a quarter of an hour. The pool closes idle connections
 * sooner.
 */
function openSocket(silentMs: number): Socket {
  const socket = new Socket()
  socket.setTimeout(silentMs, () => {
    const message = `Postgres has not answered for ${silentMs} ms`
    socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
  })
  return socket
}

/** Types that are parsed as numbers, as on SQLite: no value of the hub reaches 2^53. */
const AS_NUMBER = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  AS_NUMBER.has(oid) ? Number : pg.types.getTypeParser(oid, format as 'text')
