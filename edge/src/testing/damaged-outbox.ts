import { closeSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect } from 'vitest'
import type { OutboxRow, PendingEntry } from '../entry.ts'
import { gapOf } from '../outbox/gap.ts'
import type { ReopeningStore } from '../outbox/reopening-store.ts'

export const PAGE = 4096

/** Puts an empty reserve in place: a real one takes time to write and does not matter here. */
export function skipReserve(folder: string): void {
  writeFileSync(join(folder, 'reserve'), '')
  truncateSync(join(folder, 'reserve'), 16 << 20)
}

export const read = (uid: string, padding = ''): PendingEntry => ({
  kind: 'read',
  at: 1_760_000_000_000,
  mono: 1,
  clock: 'synced',
  data: JSON.stringify({ uid, reader: `gate${padding}` }),
})

/** Appends reads in groups; answers them by the names that they got. */
export function fill(store: ReopeningStore, count: number, padding = ''): Map<string, string> {
  const accepted = new Map<string, string>()
  for (let i = 0; i < count; i += 50) {
    const group = Array.from({ length: Math.min(50, count - i) }, (_, k) =>
      read(`T${i + k}`, padding),
    )
    const { epoch, firstSeq } = store.append(group)
    for (const [k, { data }] of group.entries()) accepted.set(`${epoch} ${firstSeq + k}`, data)
  }
  return accepted
}

export function salvageAll(store: ReopeningStore): void {
  while (store.salvage());
}

/** All that a connection would send, by epoch, from the watermarks that the outbox knows. */
export function sent(store: ReopeningStore): { epoch: string; row: OutboxRow }[] {
  const found: { epoch: string; row: OutboxRow }[] = []
  store.run((s) => s.ranges())
  for (const { epoch, watermark } of store.run((s) => s.backlog().epochs)) {
    for (let after = watermark; ;) {
      const rows = store.run((s) => s.read(epoch, after, { rows: 500, bytes: 1 << 20 }))
      if (rows.length === 0) break
      for (const row of rows) found.push({ epoch, row })
      after = rows.at(-1)?.seq ?? after
    }
  }
  return found
}

/** What the hub has, by epoch. */
export type Watermarks = ReadonlyMap<string, number>

/**
 * Says that every accepted entry above the hub's watermarks is sent once under its name, as it was
 * accepted or counted in a gap, and answers how many are in gaps.
 */
export function expectAll(
  store: ReopeningStore,
  accepted: ReadonlyMap<string, string>,
  watermarks: Watermarks = new Map(),
): number {
  const isLeft = (epoch: string, seq: number) => seq > (watermarks.get(epoch) ?? 0)
  const left = new Map([...accepted].filter(([name]) => isLeft(...nameOf(name))))
  store.run((s) =>
    s.resume(
      s
        .ranges()
        .map((r) => ({ epoch: r.epoch, watermark: watermarks.get(r.epoch) ?? r.firstSeq - 1 })),
    ),
  )
  let lost = 0
  for (const { epoch, row } of sent(store)) {
    const gap = row.kind === 'gap' ? gapOf(row.data) : null
    if (gap === null || gap.from === null) {
      const name = `${epoch} ${row.seq}`
      if (row.kind === 'read' && left.get(name) !== row.data) expect(row).toBe(left.get(name))
      left.delete(name)
      continue
    }
    expect(gap.reason).toBe('damaged')
    expect(gap.counts).toEqual({ unknown: row.seq - gap.from + 1 })
    for (let seq = gap.from; seq <= row.seq; seq++) {
      if (!isLeft(epoch, seq)) continue
      if (!left.delete(`${epoch} ${seq}`)) expect(`${epoch} ${seq}`).toBe('lost')
      lost++
    }
  }
  expect([...left.keys()]).toEqual([])
  return lost
}

export function nameOf(name: string): [epoch: string, seq: number] {
  const [epoch = '', seq = ''] = name.split(' ')
  return [epoch, Number(seq)]
}

export function overwrite(path: string, at: number, bytes: Buffer): void {
  const fd = openSync(path, 'r+')
  writeSync(fd, bytes, 0, bytes.length, at)
  closeSync(fd)
}

/** The first page of each table. */
export function rootPages(file: string): number[] {
  const db = new SqliteDatabase(file, { readonly: true })
  const pages = db.prepare("select rootpage from sqlite_schema where type = 'table'").pluck().all()
  db.close()
  return pages as number[]
}

/** What SQLite throws when it comes upon a damaged page. */
export function stumble(store: ReopeningStore, code = 'SQLITE_CORRUPT'): void {
  const fault = new SqliteDatabase.SqliteError('injected', code)
  expect(() =>
    store.run(() => {
      throw fault
    }),
  ).toThrow('injected')
}
