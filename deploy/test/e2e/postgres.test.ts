import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import {
  createDatabase,
  type PostgresServer,
  startPostgres,
} from '@vehicle-control/hub/testing/postgres-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HubClient } from '../../local/hub-process.ts'
import { Site, storedReads, until } from '../rig/site.ts'

const code = 'porton-1'
const tag = (n: number) => `TEST-${String(n).padStart(4, '0')}`
let server: PostgresServer
let cable: PtyCable
let site: Site
let client: HubClient

beforeAll(async () => {
  server = await startPostgres()
  cable = new PtyCable()
  await cable.plugIn()
  site = new Site({ DATABASE_URL: await createDatabase(server.url) })
  client = await site.startHub()
})
afterAll(async () => {
  await site.end()
  await cable.destroy()
  await server.stop()
})

const ready = async () => (await fetch(new URL('/readyz', client.url))).status
const uids = async () => (await storedReads(client)).map((row) => row.uid)

function write(from: number, until: number): void {
  for (let n = from; n < until; n++) cable.write(`${tag(n)}\r\n`)
}

it('keeps what an edge reads while Postgres is killed and away, once each', async () => {
  const edge = site.startEdge(code, [{ id: 'gate', type: 'line', path: cable.readerEnd }], {
    EDGE_ENROLL_TOKEN: await client.enrollToken(code),
    LOG_LEVEL: 'debug',
  })
  await edge.line((line) => line.msg === 'serial port open')
  write(0, 50)
  await until('the first reads', async () => (await uids()).length === 50)
  expect(await ready()).toBe(200)

  // Killed with batches under way: what was not committed was not acked.
  write(50, 250)
  await server.kill()
  await until('not ready', async () => (await ready()) === 503)
  write(250, 300)
  expect((await fetch(new URL('/healthz', client.url))).status).toBe(200)
  const answer = await fetch(new URL('/api/client/logs', client.url), {
    headers: { authorization: `Bearer ${client.token}` },
  })
  expect([answer.status, await answer.json()]).toMatchObject([503, { error: 'database_away' }])

  await server.start()
  await until('ready', async () => (await ready()) === 200)
  await until('all reads', async () => (await uids()).length >= 300)
  expect((await uids()).toSorted()).toEqual(Array.from({ length: 300 }, (_, n) => tag(n)))
  const { days } = (await client.get('/api/rfid/logs/daily')) as { days: { total: number }[] }
  expect(days.reduce((sum, { total }) => sum + total, 0)).toBe(300)
})

it('starts again on the same database', async () => {
  await site.hub.child.stop()
  client = await site.startHub()
  expect(await uids()).toHaveLength(300)
  write(300, 301)
  await until('the next read', async () => (await uids()).includes(tag(300)))
})
