import { setImmediate as turns } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { beforeEach, expect, test } from 'vitest'
import type { ApiEnv } from '../request-variables.ts'
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
  share(1000)
})

function share(sharedForMs: number): void {
  shared = new SharedAnswer({
    sharedForMs,
    make() {
      made += 1
      return make()
    },
    now: () => now,
  })
  app = new Hono<ApiEnv>()
  app.onError((error, c) => c.text(error.message, 500))
  app.get('/', etag(), (c) => shared.respond(c))
}

/** Lets the next answer wait for the function that it returns. */
function holdNext(): () => void {
  let finish = () => {}
  const held = new Promise<void>((resolve) => (finish = resolve))
  make = async () => {
    const answer = { made }
    make = async () => ({ made })
    await held
    return answer
  }
  return finish
}

const ask = async (headers: Record<string, string> = {}) => app.request('/', { headers })
const json = async () => (await ask()).json()

test('gives all who ask within a second the same answer, and then a new one', async () => {
  expect(await Promise.all([json(), json()])).toEqual([{ made: 1 }, { made: 1 }])
  now += 999
  expect(await json()).toEqual({ made: 1 })
  now += 1
  expect(await json()).toEqual({ made: 2 })
})

test('is made once at a time: who asks later than that gets the next one', async () => {
  const finish = holdNext()
  const first = json()
  now += 60_000
  const later = [json(), json()]
  await turns()
  expect(made).toBe(1)
  finish()
  expect(await first).toEqual({ made: 1 })
  expect(await Promise.all(later)).toEqual([{ made: 2 }, { made: 2 }])
})

test('at 0 serves nobody with what was so before they asked', async () => {
  share(0)
  const finish = holdNext()
  const first = json()
  const during = [json(), json()]
  await turns()
  finish()
  expect(await first).toEqual({ made: 1 })
  expect(await Promise.all(during)).toEqual([{ made: 2 }, { made: 2 }])
  expect(await json()).toEqual({ made: 3 })
})

test('is made anew after a change, though the one before it is under way', async () => {
  const finish = holdNext()
  const before = json()
  await turns()
  shared.drop()
  expect(await json()).toEqual({ made: 2 })
  finish()
  expect(await before).toEqual({ made: 1 })
  expect(await json()).toEqual({ made: 2 })
})

test('keeps no failure', async () => {
  make = async () => {
    throw new Error('no database')
  }
  const failed = [ask(), ask()]
  now += 1000
  const later = ask()
  const statuses = (await Promise.all([...failed, later])).map(({ status }) => status)
  expect([statuses, made]).toEqual([[500, 500, 500], 2])
  make = async () => ({ made })
  expect(await json()).toEqual({ made: 3 })
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
