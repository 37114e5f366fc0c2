import { type ErrorBody, ErrorCode } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertUpload } from '../../../store/assets/uploads.ts'
import type { Db } from '../../../store/database.ts'
import { createUser } from '../../../store/people/users.ts'
import { openTempStore, type TempStore } from '../../../testing/temp-store.ts'
import { createTestHub, type TestHub } from '../../../testing/test-hub.ts'
import { createSessionSemaphore } from './session-semaphore.ts'

const ANA = {
  email: 'ana@test.co',
  name: 'Ana',
  role: 'admin' as const,
  kiosk: false,
  passwordHash: '',
  demo: false,
  now: 1,
}

let hub: TestHub
/** Searches and photos go here, where their answers wait. */
let store: TempStore
let letGo: () => void
let begun: number
beforeEach(async () => {
  store = await openTempStore()
  begun = 0
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const waiting = (db: Db, waits: (rows: object[]) => boolean) =>
    db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!waits(result.rows)) return result
        begun++
        await held
        return result
      },
    })
  // Nobody loses patience, however slow the machine is.
  hub = await createTestHub({
    searches: waiting(store.readOnly, () => true),
    readOnly: waiting(store.readOnly, ([row]) => row !== undefined && 'content' in row),
    sessionSemaphore: createSessionSemaphore({ patienceMs: 60_000 }),
  })
})
afterEach(async () => {
  letGo()
  await hub.close()
  await store.close()
})

test('three hundred searches of one session keep nobody else waiting, and most are refused', async () => {
  const token = await hub.tokenOf('operator', true)
  const search = () => hub.call('GET', '/api/rfid/logs?plate=abc', { token })
  const answers = Array.from({ length: 300 }, search)
  const statuses: number[] = []
  for (const answer of answers) void answer.then(({ status }) => statuses.push(status))
  // None of its own can have ended: these are all that found no room.
  await expect.poll(() => statuses.length, { timeout: 20_000 }).toBe(300 - 63)
  expect(new Set(statuses)).toEqual(new Set([503]))
  const other = await hub.tokenOf('admin')
  expect((await hub.call('GET', '/api/vehicles', { token: other })).status).toBe(200)
  expect(begun).toBeLessThanOrEqual(3)
  const refused = (await answers.at(-1)) as Response
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const { error, message } = (await refused.json()) as ErrorBody
  expect([ErrorCode.parse(error), message]).toEqual([
    'internal',
    expect.stringMatching(/consultas/),
  ])
  letGo()
  await Promise.all(answers)
  expect(statuses.filter((status) => status === 200)).toHaveLength(63)
})

test('three hundred photos of one session take nobody else’s place, and most are refused', async () => {
  const token = await hub.tokenOf('operator', true)
  const [createdBy, content] = [await createUser(store.db, ANA), Buffer.from('webp')]
  const upload = { name: 'a.webp', content, contentType: 'image/webp', createdBy, now: 1 }
  await insertUpload(store.db, upload)
  const photo = (who = token) => hub.call('GET', '/api/photos/a.webp', { token: who })
  const answers = Array.from({ length: 300 }, () => photo())
  const statuses: number[] = []
  for (const answer of answers) void answer.then(({ status }) => statuses.push(status))
  await expect.poll(() => statuses.length, { timeout: 20_000 }).toBe(300 - 122)
  expect(new Set(statuses)).toEqual(new Set([503]))
  expect(begun).toBeLessThanOrEqual(2)
  const theirs = photo(await hub.tokenOf('admin'))
  letGo()
  await Promise.all(answers)
  expect((await theirs).status).toBe(200)
  expect(statuses.filter((status) => status === 200)).toHaveLength(122)
})
