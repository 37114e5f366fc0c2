import { gunzipSync } from 'node:zlib'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { beforeEach, expect, test } from 'vitest'
import type { ApiEnv } from './request-variables.ts'
import { SharedAnswer } from './shared-answer.ts'

let made: number
let make: () => Promise<object>
let now: number
let shared: SharedAnswer
let app: Hono<ApiEnv>
beforeEach(() => {
  made = 0
  now = 5000
  make = async () => ({ made })
  shared = new SharedAnswer({
    make() {
      made += 1
      return make()
    },
    now: () => now,
  })
  app = new Hono<ApiEnv>()
  app.onError((error, c) => c.text(error.message, 500))
  app.get('/', etag(), (c) => shared.respond(c))
})

const ask = async (headers: Record<string, string> = {}) => app.request('/', { headers })
const json = async () => (await ask()).json()

test('gives all who ask within a second the same answer, and then a new one', async () => {
  expect(await Promise.all([json(), json()])).toEqual([{ made: 1 }, { made: 1 }])
  now += 999
  expect(await json()).toEqual({ made: 1 })
  now += 1
  expect(await json()).toEqual({ made: 2 })
})

test('is made once at a time, however long that takes', async () => {
  let finish = () => {}
  make = () => new Promise((resolve) => (finish = () => resolve({ made })))
  const first = json()
  now += 60_000
  const second = json()
  finish()
  expect(await Promise.all([first, second])).toEqual([{ made: 1 }, { made: 1 }])
  make = async () => ({ made })
  // It tells of a moment long ago by now.
  expect(await json()).toEqual({ made: 2 })
})

test('is made anew after a change, though the one before it is under way', async () => {
  let finish = () => {}
  make = () => new Promise((resolve) => (finish = () => resolve({ before: true })))
  const before = json()
  shared.drop()
  make = async () => ({ before: false })
  expect(await json()).toEqual({ before: false })
  finish()
  expect(await before).toEqual({ before: true })
  expect(await json()).toEqual({ before: false })
})

test('keeps no failure', async () => {
  make = async () => {
    throw new Error('no database')
  }
  const [first, second] = await Promise.all([ask(), ask()])
  expect([first.status, second.status, made]).toEqual([500, 500, 1])
  make = async () => ({ made })
  expect(await json()).toEqual({ made: 2 })
})

test('is compressed for those who take that', async () => {
  const plain = await ask()
  const packed = await ask({ 'accept-encoding': 'br, gzip' })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(packed.headers.get('vary')).toBe('Accept-Encoding')
  const bytes = gunzipSync(await packed.arrayBuffer())
  expect(bytes.toString()).toBe(await plain.text())
  const refused = await ask({ 'accept-encoding': 'gzip;q=0' })
  expect(refused.headers.get('content-encoding')).toBeNull()
})

test('is not sent again to who has it, until it says something else', async () => {
  make = async () => ({ same: true })
  const known = (await ask()).headers.get('etag') ?? ''
  now += 1000
  const again = await ask({ 'if-none-match': known, 'accept-encoding': 'gzip' })
  expect([again.status, await again.text(), made]).toEqual([304, '', 2])
  expect(again.headers.get('etag')).toBe(known)
  expect(again.headers.get('cache-control')).toBe('private, no-cache')
  make = async () => ({ same: false })
  now += 1000
  expect((await ask({ 'if-none-match': known })).status).toBe(200)
})

test('writes any object as JSON.stringify does, long lists too', async () => {
  const long = { agents: Array.from({ length: 1201 }, (_, id) => ({ id, name: `«${id}»` })) }
  const values = fc.dictionary(fc.string(), fc.jsonValue())
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      make = async () => value
      now += 1000
      expect(await (await ask()).text()).toBe(JSON.stringify(value))
    }),
    { numRuns: runs(50), examples: [[{}], [{ agents: [] }], [long]] },
  )
})
