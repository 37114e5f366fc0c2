import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PtyCable } from '@vehicle-control/edge/readers/serial/pty-cable'
import type { Asset } from '@vehicle-control/protocol'
import SqliteDatabase from 'better-sqlite3'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Child } from '../../local/child.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { recountDatabase } from './recount.ts'
import { Site, until } from './site.ts'

const code = 'porton-1'
const site = new Site()
const cable = new PtyCable()
const backup = join(site.folder, 'hub.backup')
const hubFile = join(site.folder, 'hub', 'hub.db')
let client: HubClient
let edge: Child
let writer: NodeJS.Timeout
let written = 0

const setup = {
  readers: [{ id: 'gate', type: 'line', path: cable.readerEnd }],
  sensors: [{ type: 'simulated', of: ['temp'], everyMs: 1000 }],
}

beforeAll(async () => {
  await cable.plugIn()
  client = await site.startHub()
  const tagged = { type: 'product', name: 'Silla', rfid_tag: 'TEST-7' }
  await client.post('/api/assets', { ...tagged, plate: null, photo_url: await upload() })
  edge = await startEdge({ EDGE_ENROLL_TOKEN: await client.enrollToken(code) })
  writer = setInterval(() => {
    // Each tag twice: the second one is a repeat, which the edge counts.
    cable.write(`TEST-${written}\r\nTEST-${written}\r\n`)
    written++
  }, 10)
}, 60_000)

afterAll(async () => {
  clearInterval(writer)
  await site.end()
  await cable.destroy()
})

async function startEdge(env: NodeJS.ProcessEnv = {}): Promise<Child> {
  const started = site.startEdge(code, setup, env)
  await started.line((line) => line.msg === 'connected to the hub')
  return started
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

/** Waits until the hub has stored more reads than it has now, by so many. */
async function moreReads(n: number): Promise<void> {
  const upTo = recountDatabase(hubFile).reads.length + n
  await until('more reads', () => recountDatabase(hubFile).reads.length >= upTo)
}

it('backs up under load, and after a restore the edges send what came later', async () => {
  const shown = await photo()
  await moreReads(100)
  const made = await site.hubCommand('backup', backup)
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(made.out)).toMatchObject({ file: backup })

  // Every connection moves the join counter on: the edge is ahead of the backup after these.
  for (let i = 0; i < 2; i++) {
    await edge.stop()
    edge = await startEdge()
    await moreReads(50)
  }
  expect(await site.hubCommand('restore', backup)).toMatchObject({
    code: 78,
    err: expect.stringMatching(/^HUB_DATA_DIR=.* is in use by another hub; /),
  })
  await site.hub.child.stop()
  expect(await site.hubCommand('restore', backup)).toMatchObject({ code: 0, err: '' })
  expect(
    readdirSync(join(site.folder, 'hub')).filter((name) => /replaced/.test(name)),
  ).toHaveLength(1)
  client = await site.startHub()
  await moreReads(50)
  clearInterval(writer)
  const last = `TEST-${written - 1}`
  await until('the last read', () => recountDatabase(hubFile).reads.at(-1)?.uid === last)
  expect(await edge.stop()).toBe(0)
  expect(await photo()).toBe(shown)
  await site.hub.child.stop()

  const sent = committed('read')
  expect(committed('gap')).toEqual([])
  const restored = recountDatabase(hubFile)
  expect(restored.reads).toEqual(sent)
  expect(restored.counters).toEqual(restored.recount)
  const saved = recountDatabase(backup)
  expect(saved.reads.length).toBeLessThan(sent.length - 100)
  expect(saved.reads).toEqual(sent.filter((r) => r.seq <= (saved.watermarks.get(r.epoch) ?? 0)))
  expect(saved.counters).toEqual(saved.recount)
  const db = new SqliteDatabase(hubFile, { readonly: true })
  const audit = db.prepare("select action from audit_log where action not like 'log%'").pluck()
  expect(audit.all().slice(-2)).toEqual(['database.restore', 'agent.join_ahead'])
  db.close()
}, 120_000)
