import { Socket } from 'node:net'
import { ConfigError } from '@vehicle-control/protocol'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db } from '../database.ts'
import { migrate } from '../migrations/migrate.ts'
import { addPartitions } from './partitions.ts'
import type { Database } from '../schema.ts'
import { isUnavailable } from '../unavailable.ts'

/** Connections of one hub: six hubs fit into the hundred that Postgres allows unless told otherwise. */
const WRITING = 9
const READING = 6
/** One transaction at a time stores what the edges send: it has a connection of its own. */
const INGEST = 1
const CONNECT_WITHIN_MS = 5000
/** One that waits longer for a lock or works longer on a list is given up. */
const STATEMENT_WITHIN_MS = 30_000
/** Of a connection in use nothing is heard for so long only when the server's machine is gone. */
const SILENT_MS = STATEMENT_WITHIN_MS + 5000

const settings = {
  // An ack of ours says that the rows are on disk, whatever the server's own default is.
  synchronous_commit: 'on',
  statement_timeout: STATEMENT_WITHIN_MS,
  idle_in_transaction_session_timeout: STATEMENT_WITHIN_MS,
  // Each of our queries is planned for its own range; the counters' are over before a compiler starts.
  jit: 'off',
}

/** A Postgres database, with connections for lists that must not wait for those that write. */
export interface PostgresStore {
  db: Db
  /** For ingest, which must not wait for a connection behind thousands of hellos. */
  ingest: Db
  /** For every list, short or long: connections that cannot write. */
  readOnly: Db
  close(): Promise<void>
}

/**
 * Opens a Postgres database by its URL and brings its schema up to date. Connections that break are
 * made anew by the next query; `onLost` hears of them. One that is silent for `silentMs` while it is
 * in use counts as broken: 0 for who lets the server work as long as it takes.
 */
export async function openPostgres(
  url: string,
  onLost: (error: Error) => void = () => {},
  silentMs = SILENT_MS,
): Promise<PostgresStore> {
  const db = connect(url, WRITING, settings, onLost, silentMs)
  const ingest = connect(url, INGEST, settings, onLost, silentMs)
  const cannotWrite = { ...settings, default_transaction_read_only: 'on' }
  const readOnly = connect(url, READING, cannotWrite, onLost, silentMs)
  const close = async () => {
    await db.destroy()
    await ingest.destroy()
    await readOnly.destroy()
  }
  try {
    // Over millions of rows a migration takes its time.
    const patient = connect(url, 1, { ...settings, statement_timeout: 0 }, onLost, 0)
    try {
      await migrate(patient, 'postgres')
    } finally {
      await patient.destroy()
    }
    await addPartitions(db, Date.now())
  } catch (error) {
    await close()
    throw whyNotOpened(url, error)
  }
  return { db, ingest, readOnly, close }
}

/** Codes of a user, password or database that the server does not know: waiting does not help. */
const misconfigured = new Set(['28000', '28P01', '3D000'])

function whyNotOpened(url: string, error: unknown): unknown {
  const { host } = new URL(url)
  if (error instanceof pg.DatabaseError && misconfigured.has(error.code ?? '')) {
    return new ConfigError(
      `DATABASE_URL is refused by Postgres at ${host} (${error.message}); give a user, password and database that it knows`,
      { cause: error },
    )
  }
  if (!isUnavailable(error)) return error
  return new Error(`Postgres at ${host} does not answer; start it, or correct DATABASE_URL`, {
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
  // What the URL sets stands in ours' place as a whole: taken out of it and put before them, where
  // Postgres takes the last value of each.
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
  // So would that of one in use, for which the pool does not listen: whoever uses it is told by its
  // own query.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * A socket that breaks when it is silent for so long. The system itself goes on sending to a machine
 * that is gone for a quarter of an hour. Connections that nobody uses are closed before that.
 */
function openSocket(silentMs: number): Socket {
  const socket = new Socket()
  socket.setTimeout(silentMs, () => {
    const message = `Postgres has not answered for ${silentMs} ms`
    socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
  })
  return socket
}

/** Whole numbers as numbers, as SQLite gives them: none of ours reaches 2^53. */
const asNumber = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  asNumber.has(oid) ? Number : pg.types.getTypeParser(oid, format as 'text')
