import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import {
  createDatabase,
  type PostgresServer,
  startPostgres,
} from '@vehicle-control/hub/testing/postgres-server'
import type { Asset } from '@vehicle-control/protocol'
import SqliteDatabase from 'better-sqlite3'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Child } from '../../local/child.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { recountDatabase } from '../rig/recount.ts'
import { countStored, Site, storedReads, until } from '../rig/site.ts'

const code = 'porton-1'
let postgres: PostgresServer
/** The hub's environment; a change counts from its next start. */
let env: NodeJS.ProcessEnv
let site: Site
let cable: PtyCable
let client: HubClient
let edge: Child
let writer: NodeJS.Timeout
let written = 0

beforeAll(async () => void (postgres = await startPostgres()))
afterAll(() => postgres.stop())
beforeEach(async () => {
  env = {}
  site = new Site(env)
  cable = new PtyCable()
  await cable.plugIn()
})
afterEach(async () => {
  clearInterval(writer)
  await site.end()
  await cable.destroy()
})

/** A hub with an asset and its photo, and an edge whose reader sees a tag every 10 ms. */
async function startSite(): Promise<void> {
  client = await site.startHub()
  const tagged = { type: 'product', name: 'Silla', rfid_tag: 'TEST-7' }
  await client.post('/api/assets', { ...tagged, plate: null, photo_url: await upload() })
  await startEdge({ EDGE_ENROLL_TOKEN: await client.enrollToken(code) })
  written = 0
  writer = setInterval(() => {
    // Each tag twice: the second one is a repeat, which the edge counts.
    cable.write(`TEST-${written}\r\nTEST-${written}\r\n`)
    written++
  }, 10)
}

async function startEdge(more: NodeJS.ProcessEnv = {}): Promise<void> {
  const setup = {
    readers: [{ id: 'gate', type: 'line', path: cable.readerEnd }],
    sensors: [{ type: 'simulated', of: ['temp'], everyMs: 1000 }],
  }
  edge = site.startEdge(code, setup, more)
  await edge.line((line) => line.msg === 'connected to the hub')
}

const headers = () => ({ authorization: `Bearer ${client.token}` })

async function upload(): Promise<string> {
  const flat = sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
  const body = new FormData()
  body.append('image', new File([new Uint8Array(await flat.png().toBuffer())], 'foto.png'))
  const to = `${client.url}/api/upload/image`
  const answer = await fetch(to, { method: 'POST', headers: headers(), body })
  return ((await answer.json()) as { url: string }).url
}

/** The photo of the asset, as hex. */
async function photo(): Promise<string> {
  const { items } = (await client.get('/api/assets?q=TEST-7')) as { items: Asset[] }
  const answer = await fetch(client.url + items[0]?.photo_url, { headers: headers() })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer()).toString('hex')
}

/** Waits until the hub has stored more reads than it has now, by so many. */
async function moreReads(n: number): Promise<void> {
  const upTo = (await countStored(client)) + n
  await until('more reads', async () => (await countStored(client)) >= upTo)
}

/** The entries that the edge made durable, in order. */
function committed(kind: 'read' | 'gap'): { epoch: string; seq: number; uid: string }[] {
  const db = new SqliteDatabase(join(site.dataDir(code), 'outbox.db'), { readonly: true })
  const rows = db
    .prepare<[string], { epoch: string; seq: number; uid: string }>(
      `select epoch, seq, data ->> 'uid' as uid from entries
       join epochs on seq between first_seq and coalesce(last_seq, seq)
       where kind = ? order by seq`,
    )
    .all(kind)
  db.close()
  return rows
}

async function backup(name: string): Promise<string> {
  const file = join(site.folder, name)
  const made = await site.hubCommand('backup', file)
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(made.out)).toMatchObject({ file })
  return file
}

/** Ends everything, and says that each committed read is stored once and every counter is right. */
async function expectAllStored(): Promise<string> {
  clearInterval(writer)
  const last = `TEST-${written - 1}`
  await until('the last read', async () => (await storedReads(client, 1))[0]?.uid === last)
  expect(await edge.stop()).toBe(0)
  await site.hub.child.stop()
  const file = await backup('final.backup')
  const { reads, counters, recount } = recountDatabase(file)
  expect(reads).toEqual(committed('read'))
  expect(committed('gap')).toEqual([])
  expect(counters).toEqual(recount)
  return file
}

it.each(['SQLite', 'Postgres'])(
  'backs up %s under load, and after a restore the edge sends what came later',
  async (database) => {
    if (database === 'Postgres') env['DATABASE_URL'] = await createDatabase(postgres.url)
    await startSite()
    const shown = await photo()
    await moreReads(100)
    const made = await backup('hub.backup')

    // Every connection moves the join counter on: the edge is ahead of the backup after these.
    for (let i = 0; i < 2; i++) {
      await edge.stop()
      await startEdge()
      await moreReads(50)
    }
    const inUse = await site.hubCommand('restore', made)
    expect(inUse.err).toMatch(/^HUB_DATA_DIR=.* está en uso por otro hub; |give an empty one/)
    expect([inUse.code, inUse.out]).toEqual([database === 'SQLite' ? 78 : 1, ''])
    await site.hub.child.stop()
    if (database === 'Postgres') env['DATABASE_URL'] = await createDatabase(postgres.url)
    expect(await site.hubCommand('restore', made)).toMatchObject({ code: 0, err: '' })
    client = await site.startHub()
    await moreReads(50)
    expect(await photo()).toBe(shown)
    const final = await expectAllStored()

    const saved = recountDatabase(made)
    const sent = committed('read')
    expect(saved.reads.length).toBeLessThan(sent.length - 100)
    expect(saved.reads).toEqual(sent.filter((r) => r.seq <= (saved.watermarks.get(r.epoch) ?? 0)))
    expect(saved.counters).toEqual(saved.recount)
    const db = new SqliteDatabase(final, { readonly: true })
    const audit = db
      .prepare("select action from audit_log where action not like 'log%' order by id")
      .pluck()
    expect(audit.all().slice(-2)).toEqual(['database.restore', 'agent.join_ahead'])
    db.close()
    if (database === 'Postgres') return
    const kept = readdirSync(join(site.folder, 'hub')).filter((name) => /\.replaced-/.test(name))
    expect(kept).toHaveLength(1)
  },
  120_000,
)

it('moves a hub from SQLite to Postgres, where the edge goes on', async () => {
  await startSite()
  const shown = await photo()
  await moreReads(100)
  const url = await createDatabase(postgres.url)
  expect(await site.hubCommand('copy-to', url)).toMatchObject({ code: 78, out: '' })
  await site.hub.child.stop()
  env['DATABASE_URL'] = url
  const copied = await site.hubCommand('copy-to')
  expect(copied).toMatchObject({ code: 0, err: '' })
  client = await site.startHub()
  await moreReads(100)
  expect(await photo()).toBe(shown)
  await expectAllStored()
}, 120_000)

it('says what is wrong with a Postgres URL, and never shows its password', async () => {
  client = await site.startHub()
  await site.hub.child.stop()
  const away = await site.hubCommand('copy-to', 'postgres://hub:secret@127.0.0.1:1/hub')
  expect(away).toMatchObject({ code: 1, out: '' })
  expect(away.err).toMatch(/^cannot copy to Postgres: [^\n]*127\.0\.0\.1:1[^\n]*\n$/)
  const other = await site.hubCommand('copy-to', 'mysql://hub:secret@127.0.0.1/hub')
  expect(other).toMatchObject({ code: 1, err: expect.stringContaining('give a Postgres URL') })
  expect(away.err + other.err).not.toContain('secret')
}, 60_000)
