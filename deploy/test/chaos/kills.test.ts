import { join } from 'node:path'
import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import { runs } from '@vehicle-control/protocol/testing/runs'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Child } from '../../local/child.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { Site, storedReads, until } from '../rig/site.ts'

const kills = runs(8)
/** Bytes that were on their way into the process when it was killed. */
const inPipeMs = 300
const code = 'porton-1'

const cable = new PtyCable()
const site = new Site()
/** The tags written to the port and when, in order. */
const delivered: { uid: string; at: number }[] = []
/** When nobody was listening at the port. */
const deaf: { from: number; to: number }[] = []
let writer: NodeJS.Timeout
let client: HubClient
let edge: Child

const isOpen = (child: Child) => child.line((line) => line.msg === 'serial port open')
const readers = [{ id: 'gate', type: 'line', path: cable.readerEnd }]

beforeAll(async () => {
  await cable.plugIn()
  client = await site.startHub()
  const EDGE_ENROLL_TOKEN = await client.enrollToken(code)
  edge = site.startEdge(code, readers, { EDGE_ENROLL_TOKEN })
  await isOpen(edge)
  writer = setInterval(() => {
    const uid = `TEST-${delivered.length}`
    delivered.push({ uid, at: performance.now() })
    cable.write(`${uid}\r\n`)
  }, 8)
}, 60_000)

afterAll(async () => {
  clearInterval(writer)
  await site.end()
  await cable.destroy()
})

async function killEdge(): Promise<void> {
  const from = performance.now() - inPipeMs
  await edge.stop('SIGKILL')
  edge = site.startEdge(code, readers)
  await isOpen(edge)
  deaf.push({ from, to: performance.now() })
}

async function killHub(): Promise<void> {
  await site.hub.child.stop('SIGKILL')
  client = await site.startHub()
}

/** The reads that the edge made durable, in order: its outbox keeps what was acked. */
function committedReads(): string[] {
  const db = new SqliteDatabase(join(site.dataDir(code), 'outbox.db'), { readonly: true })
  const rows = db.prepare("select data from entries where kind = 'read' order by seq").all()
  const gaps = db.prepare("select data from entries where kind = 'gap'").all()
  db.close()
  expect(gaps).toEqual([])
  return (rows as { data: string }[]).map((row) => (JSON.parse(row.data) as { uid: string }).uid)
}

/** Waits until the last tag written is stored; all stored uids in the order of their storing. */
async function storedUpToNow(): Promise<string[]> {
  const last = delivered.at(-1)?.uid ?? ''
  await until('the last read', async () => {
    // Forty seconds of traffic: the last one must not have left the list before it is looked at.
    const newest = await storedReads(client, 5000)
    return newest.some(({ uid }) => uid === last)
  })
  return (await storedReads(client)).map(({ uid }) => uid)
}

it('delivers everything once and in order after an outage of the hub under load', async () => {
  await site.hub.child.stop()
  const from = delivered.length
  await until('a backlog', () => delivered.length > from + 400)
  client = await site.startHub()
  const uids = await storedUpToNow()
  expect(uids).toEqual(delivered.slice(0, uids.length).map(({ uid }) => uid))
})

it(`loses no committed read and stores none twice over ${kills} kills`, async () => {
  for (let i = 0; i < kills; i++) {
    const upTo = delivered.length + 20 + Math.floor(Math.random() * 150)
    await until('traffic', () => delivered.length >= upTo)
    await (Math.random() < 0.5 ? killEdge() : killHub())
  }
  clearInterval(writer)
  const stored = await storedUpToNow()
  expect(await edge.stop()).toBe(0)
  expect(stored).toEqual(committedReads())
  expect(new Set(stored).size).toBe(stored.length)
  const wasDeaf = (at: number) => deaf.some(({ from, to }) => at >= from && at <= to)
  const has = new Set(stored)
  const missing = delivered.filter(({ uid, at }) => !has.has(uid) && !wasDeaf(at))
  expect(missing).toEqual([])
})
