import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createDatabase,
  type PostgresServer,
  startPostgres,
} from '../../testing/postgres-server.ts'
import type { Db } from '../database.ts'
import { inTransaction, withLockOfAllHubs } from '../transaction.ts'
import { openPostgres, type PostgresStore } from './open-postgres.ts'
import { setSuppressWindowMs } from '../../testing/set-suppress-window.ts'
import { suppressWindowMs } from '../settings/site-settings.ts'
import { isUnavailable } from '../unavailable.ts'

let server: PostgresServer
let url: string
let store: PostgresStore
beforeAll(async () => {
  server = await startPostgres()
  url = await createDatabase(server.url)
  store = await openPostgres(url)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const text = async (db: Db, setting: string) => {
  const { rows } = await sql<{ value: string }>`
    select current_setting(${setting}) as value`.execute(db)
  return rows[0]?.value
}

test('commits synchronously, and limits how long statements and idle transactions last', async () => {
  expect(await text(store.db, 'synchronous_commit')).toBe('on')
  expect(await text(store.db, 'statement_timeout')).toBe('30s')
  expect(await text(store.db, 'idle_in_transaction_session_timeout')).toBe('30s')
})

test('adds to the options of a URL, and lets none of them turn synchronous commits off', async () => {
  const options = '-c work_mem=8MB -c synchronous_commit=off'
  const own = await openPostgres(`${url}?options=${encodeURIComponent(options)}`)
  expect(await text(own.db, 'work_mem')).toBe('8MB')
  expect(await text(own.db, 'synchronous_commit')).toBe('on')
  expect(await text(own.db, 'statement_timeout')).toBe('30s')
  await expect(setSuppressWindowMs(own.readOnly, 20_000)).rejects.toThrow('read-only')
  await own.close()
})

test('gives whole numbers and sums as numbers, as SQLite does', async () => {
  const { rows } = await sql`select 9007199254740991::bigint as whole, sum(n) as sum, count(*) as n
    from generate_series(1::bigint, 3) as n`.execute(store.db)
  expect(rows).toEqual([{ whole: Number.MAX_SAFE_INTEGER, sum: 6, n: 3 }])
})

test('writes nothing on the read-only connections', async () => {
  await expect(setSuppressWindowMs(store.readOnly, 20_000)).rejects.toThrow('read-only')
})

test('opens an empty database for several hubs at once', async () => {
  const empty = await createDatabase(server.url)
  const stores = await Promise.all([1, 2, 3].map(() => openPostgres(empty)))
  for (const opened of stores) await opened.close()
})

test('runs a transaction again after a deadlock', async () => {
  const { db } = store
  const lock = (trx: Db, n: number) => sql`select pg_advisory_xact_lock(${n})`.execute(trx)
  let tries = 0
  // Each takes its own lock and then the other's, at the first try at the same moment.
  const waiting: (() => void)[] = []
  const both = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (tries > 2 || waiting.length === 2) for (const go of waiting.splice(0)) go()
    })
  const cross = (first: number, second: number) =>
    inTransaction(db, async (trx) => {
      tries++
      await lock(trx, first)
      await both()
      await lock(trx, second)
      return first
    })
  expect(await Promise.all([cross(1, 2), cross(2, 1)])).toEqual([1, 2])
  expect(tries).toBe(3)
})

test('runs transactions with the lock of all hubs one after the other, also between hubs', async () => {
  const other = await openPostgres(url)
  const add = (db: Db) =>
    withLockOfAllHubs(db, async (trx) => {
      await setSuppressWindowMs(trx, (await suppressWindowMs(trx)) + 1)
    })
  await setSuppressWindowMs(store.db, 20_000)
  await Promise.all(Array.from({ length: 40 }, (_, i) => add(i % 2 === 0 ? store.db : other.db)))
  expect(await suppressWindowMs(store.db)).toBe(20_040)
  await other.close()
})

test('stores entries while every other connection is taken', async () => {
  const { db, ingest } = store
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const taken = Array.from({ length: 9 }, () => inTransaction(db, () => held))
  const late = inTransaction(db, async () => 'late')
  const stored = inTransaction(ingest, (trx) => setSuppressWindowMs(trx, 20_000))
  expect(await Promise.race([stored.then(() => 'ingest'), late])).toBe('ingest')
  letGo()
  await Promise.all([...taken, late])
})

test('tells a wrong address from a wrong password, and prints neither password', async () => {
  const opened = (url: string) =>
    openPostgres(url).then(
      () => null,
      (error: unknown) => error,
    )
  const away = await opened('postgres://ana:hunter2@127.0.0.1:1/hub')
  expect(String(away)).toMatch(/Postgres en 127\.0\.0\.1:1 no responde/)
  const unknown = await opened(server.url.replace(/\/postgres$/, '/nowhere'))
  expect(unknown).toBeInstanceOf(ConfigError)
  expect(String(unknown)).toMatch(
    /^ConfigError: DATABASE_URL no la acepta .*nowhere.*; ponga un usuario/,
  )
  expect(`${String(away)}${String(unknown)}`).not.toContain('hunter2')
})

test('survives the loss of a connection in use, also between two statements', async () => {
  const { db, readOnly } = store
  const ended = async (meanwhile: (trx: Db) => Promise<unknown>) => {
    const work = async (trx: Db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      const end = sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(readOnly)
      await Promise.all([meanwhile(trx), end])
      await sql`select 1`.execute(trx)
    }
    return await inTransaction(db, work).then(
      () => null,
      (error: unknown) => error,
    )
  }
  expect(isUnavailable(await ended(() => delay(200)))).toBe(true)
  // Asleep when it is ended, and not for long.
  expect(isUnavailable(await ended((trx) => sql`select pg_sleep(5)`.execute(trx)))).toBe(true)
  await setSuppressWindowMs(db, 30_000)
})

test('takes a lock that is not to be had in time, and a statement that takes too long, for an absence', async () => {
  const { db } = store
  const failed = (setting: string, statement: ReturnType<typeof sql>) =>
    inTransaction(db, async (trx) => {
      await sql`set local ${sql.raw(setting)}`.execute(trx)
      await statement.execute(trx)
    }).then(
      () => null,
      (error: unknown) => error,
    )
  expect(isUnavailable(await failed('statement_timeout = 10', sql`select pg_sleep(60)`))).toBe(true)
  await inTransaction(db, async (holder) => {
    await sql`lock table settings in exclusive mode`.execute(holder)
    const taken = failed('lock_timeout = 10', sql`lock table settings in exclusive mode`)
    expect(isUnavailable(await taken)).toBe(true)
  })
})

test('gives up a server that is silent, and goes on when it answers again', async () => {
  let gone = false
  const proxy = createServer((client) => {
    const there = connect(Number(new URL(url).port), '127.0.0.1')
    for (const [from, to] of [
      [client, there],
      [there, client],
    ] as const) {
      from.on('data', (bytes) => !gone && to.write(bytes))
      from.on('error', () => {})
      from.on('close', () => !gone && to.destroy())
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const far = await openPostgres(Object.assign(new URL(url), { port }).href, () => {}, 300)
  const write = () => withLockOfAllHubs(far.db, (trx) => setSuppressWindowMs(trx, 30_000))
  await write()
  gone = true
  const written = await write().then(
    () => null,
    (error: unknown) => error,
  )
  expect(isUnavailable(written)).toBe(true)
  gone = false
  await write()
  await far.close()
  proxy.close()
})

test('reports that the database is away, and goes on when it is back', async () => {
  await server.kill()
  const asked = await suppressWindowMs(store.readOnly).then(
    () => null,
    (error: unknown) => error,
  )
  expect(isUnavailable(asked)).toBe(true)
  const written = await withLockOfAllHubs(store.db, (trx) => setSuppressWindowMs(trx, 30_000)).then(
    () => null,
    (error: unknown) => error,
  )
  expect(isUnavailable(written)).toBe(true)
  await server.start()
  await withLockOfAllHubs(store.db, (trx) => setSuppressWindowMs(trx, 30_000))
  expect(await suppressWindowMs(store.readOnly)).toBe(30_000)
})

test.each(['EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'])(
  'takes %s for an absence of the database',
  (code) => {
    expect(isUnavailable(Object.assign(new Error(`connect ${code}`), { code }))).toBe(true)
  },
)

test('does not take a bad query for an absence of the database', async () => {
  const asked = await sql`select nothing`.execute(store.db).then(
    () => null,
    (e: unknown) => e,
  )
  expect(asked).toBeInstanceOf(Error)
  expect(isUnavailable(asked)).toBe(false)
})
