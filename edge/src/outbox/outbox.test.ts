import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { monotonicMs } from '../clock/monotonic.ts'
import type { StampedEntry } from '../entry.ts'
import { type Committed, Outbox } from './outbox.ts'

let folder = ''
let committed: Committed[] = []
let outbox: Outbox

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'))
  committed = []
  outbox = open()
  await outbox.open(0)
})
afterEach(async () => {
  await outbox.close()
  rmSync(folder, { recursive: true })
})

function open(agentCode = 'gate-1') {
  const opened = new Outbox({
    file: join(folder, 'outbox.db'),
    agentCode,
    boot: 'boot-1',
    monotonic: monotonicMs,
    onNotice: () => {},
    onBlocked: () => {},
    onFatal: () => {},
    stampGap: (counts, reason) => ({ ...entry('gap'), kind: 'gap', data: { counts, reason } }),
  })
  opened.on('committed', (c) => committed.push(c))
  return opened
}

const entry = (uid: string): StampedEntry => {
  const data = { uid, reader: 'gate' }
  return { kind: 'read', mono: monotonicMs(), at: Date.now(), clock: 'synced', data }
}
const uids = () =>
  committed.flatMap((c) => c.rows.map((r) => (JSON.parse(r.data) as { uid: string }).uid))

it('the outbox commits the first entry by itself and those that come meanwhile together', async () => {
  for (let i = 0; i < 40; i++) outbox.append(entry(`T${i}`))
  await vi.waitFor(() => expect(uids()).toHaveLength(40))
  expect(uids()).toEqual(Array.from({ length: 40 }, (_, i) => `T${i}`))
  expect(committed.map((c) => c.rows.length)).toEqual([1, 39])
  expect(committed.flatMap((c) => c.rows.map((r) => r.seq))).toEqual(
    Array.from({ length: 40 }, (_, i) => i + 1),
  )
})

it('a decision is committed with the read before it, of which it says so', async () => {
  for (let i = 0; i < 501; i++) outbox.append(entry(`T${i}`))
  outbox.append({ ...entry('T500'), kind: 'decision' })
  await vi.waitFor(() => expect(uids()).toHaveLength(502))
  expect(committed.map((c) => c.rows.length)).toEqual([1, 499, 2])
  expect(committed[2]?.rows.map(({ kind }) => kind)).toEqual(['read', 'decision'])
})

it('the outbox says when what was appended is durable, and refuses once it is closed', async () => {
  await outbox.durable()
  outbox.append(entry('FIRST'))
  const seenByFirst = outbox.durable().then(uids)
  for (let i = 0; i < 60; i++) outbox.append(entry(`T${i}`))
  const durable = outbox.durable()
  outbox.append(entry('LATER'))
  await durable
  expect(uids()).toContain('T59')
  expect(await seenByFirst).not.toContain('T59')
  await outbox.close()
  await expect(outbox.durable()).rejects.toThrow('takes nothing')
})

it('the outbox has committed entries on disk, and gives them back after a restart', async () => {
  outbox.append(entry('A'))
  outbox.append(entry('B'))
  await outbox.close()
  outbox = open()
  const recent = await outbox.open(0)
  expect(recent.map((r) => (JSON.parse(r.data) as { uid: string }).uid)).toEqual(['A', 'B'])
  expect(outbox.stats.unacked).toBe(2)
})

it('the outbox counts in a gap, at its place, what the full ring could not take', async () => {
  for (let i = 0; i < 20_050; i++) outbox.append(entry(`T${i}`))
  await outbox.flush()
  const rows = () => committed.flatMap((c) => c.rows)
  expect(rows()).toHaveLength(20_001)
  const gap = rows().at(-1)
  expect(gap?.kind).toBe('gap')
  expect(JSON.parse(gap?.data ?? '{}')).toEqual({ counts: { read: 50 }, reason: 'ring' })
  outbox.append(entry('after'))
  await vi.waitFor(() => expect(uids().at(-1)).toBe('after'))
})

it('the outbox bounds the ring in bytes, and counts what no row could hold', async () => {
  const wide = Array.from({ length: 300 }, () => 'x'.repeat(256))
  const fields = Object.fromEntries(wide.slice(0, 100).map((text, i) => [`k${i}`, text]))
  for (let i = 0; i < 1000; i++) outbox.append({ ...entry(`T${i}`), kind: 'status', data: fields })
  await outbox.flush()
  const rows = () => committed.flatMap((c) => c.rows)
  const gaps = () => rows().filter((r) => r.kind === 'gap')
  expect(gaps().map((r) => JSON.parse(r.data) as object)).toEqual([
    { counts: { status: 1001 - rows().length }, reason: 'ring' },
  ])
  expect(rows().length).toBeGreaterThan(200)
  expect(rows().length).toBeLessThan(400)
  outbox.append({ ...entry('A'), mono: Number.NaN })
  outbox.append({ ...entry('B'), data: { big: 1n } })
  outbox.append(entry('C'))
  await vi.waitFor(() => expect(uids().at(-1)).toBe('C'))
  expect(
    gaps()
      .slice(1)
      .map((r) => JSON.parse(r.data) as object),
  ).toEqual([
    { counts: { read: 1 }, reason: 'refused' },
    { counts: { read: 1 }, reason: 'refused' },
  ])
})

it('the outbox cuts an entry that is longer than the protocol allows', async () => {
  outbox.append({ ...entry('A'), kind: 'status', data: { detail: 'x'.repeat(50_000) } })
  await vi.waitFor(() => expect(committed).toHaveLength(1))
  const data = JSON.parse(committed[0]?.rows[0]?.data ?? '{}') as { detail: string }
  expect(data).toEqual({ detail: 'x'.repeat(256), truncated: true })
})

describe('a command in the outbox', () => {
  const command = { id: 'c1', pin: 17, state: 1 } as const
  const result = { ...command, ok: true, onMs: 0, reason: 'done' }

  it('is new once, and keeps its first result over a restart', async () => {
    expect(await outbox.beginCommand(command)).toBeNull()
    expect(await outbox.beginCommand(command)).toEqual({ result: null })
    outbox.append({ ...entry(''), kind: 'command_result', data: result })
    outbox.append({ ...entry(''), kind: 'command_result', data: { ...result, reason: 'auto_off' } })
    await outbox.close()
    outbox = open()
    await outbox.open(0)
    const stored = await outbox.beginCommand(command)
    expect(JSON.parse(stored?.result ?? '')).toEqual(result)
  })

  it('is refused once the outbox is closed', async () => {
    await outbox.close()
    await expect(outbox.beginCommand(command)).rejects.toThrow(/takes nothing/)
  })
})

it('the outbox rejects with a ConfigError that its worker threw', async () => {
  outbox.append(entry('A'))
  await outbox.close()
  outbox = open('gate-2')
  await expect(outbox.open(0)).rejects.toThrow(/EDGE_AGENT_CODE/)
})
