import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTempSqlite } from '../../testing/temp-sqlite.ts'
import type { TempStore } from '../../testing/temp-store.ts'
import { createAssets } from '../assets/assets.ts'
import { matchAssets } from '../assets/find-assets.ts'
import { createReadOnlyPool } from './read-only-pool.ts'
import { storeFault } from '../unavailable.ts'
import { setSuppressWindowMs } from '../../testing/set-suppress-window.ts'
import { suppressWindowMs } from '../settings/site-settings.ts'

let store: TempStore
beforeEach(async () => void (store = await openTempSqlite()))
afterEach(() => store.close())

test('runs the same query functions and sees what was committed before', async () => {
  await setSuppressWindowMs(store.db, 20_000)
  expect(await suppressWindowMs(store.readOnly)).toBe(20_000)
})

test('writes nothing and begins no transaction', async () => {
  const write = store.readOnly.deleteFrom('settings').returning('key').execute()
  await expect(write).rejects.toThrow('readonly')
  // With its code, which tells a failing file from a bad query.
  await expect(write).rejects.toSatisfy((error) => storeFault(error) === 'away')
  const work = store.readOnly.transaction().execute(async () => {})
  await expect(work).rejects.toThrow('no transactions')
})

test('answers a bad query with the message of SQLite, and the next one as ever', async () => {
  await expect(sql`select * from nowhere`.execute(store.readOnly)).rejects.toThrow('no such table')
  const { rows } = await sql`select ${'x'} as a, ${null} as b, ${1.5} as c`.execute(store.readOnly)
  expect(rows).toEqual([{ a: 'x', b: null, c: 1.5 }])
})

test('gives each of many queries at once its own answer', async () => {
  const asked = Array.from({ length: 200 }, (_, n) => n)
  const answers = await Promise.all(
    asked.map((n) => sql<{ n: number }>`select ${n} as n`.execute(store.readOnly)),
  )
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(asked)
})

test('lets the event loop turn between replies, however quick the worker is', async () => {
  const pool = createReadOnlyPool(store.file, 1)
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const took: number[] = []
  const work = async () => {
    for (let i = 0; i < 20; i++) {
      await pool.query('select 1', [])
      took.push(turns)
      // What is done with a reply takes longer than the worker needs for the other one's.
      const end = performance.now() + 5
      while (performance.now() < end);
    }
  }
  await Promise.all([work(), work()])
  isOver = true
  expect(new Set(took).size).toBe(took.length)
  await pool.close()
})

test('finds names with accents whatever their case', async () => {
  const base = { type: 'vehicle' as const, name: 'x', location: null, photo_url: null }
  const assets = [
    { ...base, plate: 'ABC123', rfid_tag: 'T1', owner: 'Luisa NÚÑEZ' },
    { ...base, plate: 'ABD_23', rfid_tag: 'T2', owner: 'Pérez 100%' },
  ]
  await createAssets(store.db, assets, 1)
  expect(await matchAssets(store.readOnly, { owner: 'núñez' })).toMatchObject({ ids: '[1]' })
  expect(await matchAssets(store.readOnly, { plate: 'ab' })).toMatchObject({ ids: '[1,2]' })
  expect(await matchAssets(store.readOnly, { plate: 'b', owner: 'PÉREZ' })).toMatchObject({
    ids: '[2]',
  })
  expect(await matchAssets(store.readOnly, { plate: 'd_2' })).toMatchObject({ ids: '[2]' })
  expect(await matchAssets(store.readOnly, { owner: '%' })).toMatchObject({ ids: '[2]' })
})

test('rejects the queries of a worker that dies, and starts another', async () => {
  const script = join(dirname(store.file), 'mortal-worker.mjs')
  await writeFile(
    script,
    `import { parentPort } from 'node:worker_threads'
     parentPort.on('message', ({ id, sql }) => {
       if (sql === 'die') process.exit(1)
       if (sql !== 'wait') parentPort.postMessage({ id, columns: ['sql'], rows: [[sql]] })
     })`,
  )
  const pool = createReadOnlyPool(store.file, 1, pathToFileURL(script))
  const asked = [pool.query('wait', []), pool.query('die', [])]
  for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected')
  expect(await pool.query('again', [])).toEqual([{ sql: 'again' }])
  await pool.close()
  await expect(pool.query('late', [])).rejects.toThrow('closed')
})

test('a process that closes it ends only then, also where a reply comes meanwhile', async () => {
  const script = join(dirname(store.file), 'closes.mjs')
  const built = new URL('../../../dist/store/sqlite/read-only-pool.js', import.meta.url).href
  await writeFile(
    script,
    `import { createReadOnlyPool } from '${built}'
     const pool = createReadOnlyPool(process.argv[2], 1)
     await pool.query('select 1', [])
     pool.query('select 1', []).catch(() => {})
     Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
     await pool.close()
     console.log('closed')`,
  )
  const { status, stdout } = spawnSync(process.execPath, [script, store.file], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, 'closed\n'])
})

test('refuses a parameter that no thread can take, and goes on', async () => {
  const pool = createReadOnlyPool(store.file, 1)
  await expect(pool.query('select ?', [() => {}])).rejects.toThrow('cloned')
  expect(await pool.query('select 1 as one', [])).toEqual([{ one: 1 }])
  await pool.close()
})
