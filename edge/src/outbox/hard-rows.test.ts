import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PendingEntry } from '../entry.ts'
import { gapOf } from './gap.ts'
import { openOutboxFile } from './file/outbox-file.ts'
import { OutboxStore } from './outbox-store.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const options = {
  agentCode: 'gate-1',
  boot: 'boot-1',
  maxBytes: 64 << 20,
  monotonic: () => 1,
  now: () => 1_760_000_000_000,
}
const read = (uid: string, padding = ''): PendingEntry => ({
  kind: 'read',
  at: 1_760_000_000_000,
  mono: 1,
  clock: 'synced',
  data: JSON.stringify({ uid, reader: `gate${padding}` }),
})

describe('a row that SQLite refuses', () => {
  it('becomes a gap at its place, and the others of its group go in', () => {
    const store = new OutboxStore(openOutboxFile(join(folder, 'outbox.db')).db, options)
    store.beginCommand({ id: 'c1', pin: 17, state: 1 })
    const bad = { ...read('B'), mono: Number.NaN }
    const noJson = { ...read('D'), kind: 'command_result', data: '{' }
    const unbindable = { ...read('E'), boot: 'x', data: { no: 'text' } as unknown as string }
    const group = [read('A'), bad, read('C'), noJson, unbindable, read('F')]
    const place = store.append(group)
    expect(place.firstSeq).toBe(1)
    expect(place.replaced.map(([i]) => i)).toEqual([1, 3, 4])
    const rows = store.read(store.epoch, 0, { rows: 500, bytes: 1 << 20 })
    expect(rows.map((r) => r.seq)).toEqual([1, 2, 3, 4, 5, 6])
    expect(rows.filter((r) => r.kind !== 'gap').map((r) => JSON.parse(r.data).uid)).toEqual([
      'A',
      'C',
      'F',
    ])
    expect(rows.filter((r) => r.kind === 'gap').map((r) => gapOf(r.data))).toEqual(
      ['read', 'command_result', 'read'].map((kind) => {
        return { from: null, to: null, counts: { [kind]: 1 }, reason: 'refused' }
      }),
    )
    store.close()
  })
})

it('a batch of wide rows reads hardly more than it sends', () => {
  const { db } = openOutboxFile(join(folder, 'outbox.db'))
  let bytes = 0
  db.function('json_valid', (text: string) => {
    bytes += text.length
    return 1
  })
  const store = new OutboxStore(db, options)
  store.append(Array.from({ length: 200 }, () => read('A', 'x'.repeat(31_000))))
  let sent = 0
  for (let after = 0; after < 200;) {
    const rows = store.read(store.epoch, after, { rows: 500, bytes: 64 * 1024 })
    for (const row of rows) sent += row.data.length
    after = rows.at(-1)?.seq ?? 200
  }
  expect(bytes).toBeGreaterThan(sent / 2)
  expect(bytes).toBeLessThan(2 * sent)
  store.close()
})
