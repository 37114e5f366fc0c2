import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  expectAll,
  fill,
  PAGE,
  overwrite,
  nameOf,
  rootPages,
  salvageAll,
  sent,
  skipReserve,
  stumble,
} from '../../testing/damaged-outbox.ts'
import { gapOf } from '../gap.ts'
import { openOutboxFile, type Sqlite } from '../file/outbox-file.ts'
import {
  type OutboxNotice,
  ReopeningStore,
  type ReopeningStoreOptions,
} from '../reopening-store.ts'

let folder = ''
let file = ''
let notices: OutboxNotice[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salvage-'))
  file = join(folder, 'outbox.db')
  notices = []
  skipReserve(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

let handle: Sqlite | null = null

function openStore(options: Partial<ReopeningStoreOptions> = {}): ReopeningStore {
  const store = new ReopeningStore({
    file,
    agentCode: 'gate-1',
    boot: 'boot-1',
    monotonic: () => 1,
    now: () => 1_760_000_000_000,
    onNotice: (notice) => notices.push(notice),
    open(path) {
      const { db } = openOutboxFile(path)
      handle = db
      return { db }
    },
    ...options,
  })
  store.open()
  return store
}

it('salvage keeps all entries but those of the damaged page, whichever page it is', () => {
  const original = openStore()
  const accepted = fill(original, 3000)
  original.close()
  const pristine = join(folder, 'pristine')
  cpSync(file, join(pristine, 'outbox.db'))
  cpSync(`${file}.epochs.json`, join(pristine, 'outbox.db.epochs.json'))
  const last = statSync(file).size / PAGE
  for (const page of [1, ...rootPages(file), 17, 26, last]) {
    for (const name of readdirSync(folder))
      if (name.startsWith('outbox')) rmSync(join(folder, name))
    cpSync(pristine, folder, { recursive: true })
    overwrite(file, (page - 1) * PAGE, Buffer.alloc(PAGE, 0xa5))
    notices = []
    const store = openStore()
    const after = fill(store, 10)
    salvageAll(store)
    expect(notices.map((n) => n.event)).toEqual(['outbox_replaced', 'outbox_replaced'])
    // No page has room for more rows.
    expect(expectAll(store, new Map([...accepted, ...after]))).toBeLessThan(PAGE / 50)
    store.close()
  }
})

it('salvage loses nothing of what the disk can read in the end', () => {
  let store = openStore()
  const accepted = fill(store, 2000)
  store.close()
  overwrite(file, 20 * PAGE, Buffer.alloc(PAGE))
  let away = 300
  const readPart = (fd: number, buffer: Buffer, position: number) => {
    if (position === 30 * PAGE || (position > 50 * PAGE && away-- > 0)) throw new Error('EIO')
    return readSync(fd, buffer, 0, buffer.length, position)
  }
  store = openStore({ readPart })
  salvageAll(store)
  const lost = expectAll(store, accepted)
  expect(lost).toBeGreaterThan(0)
  expect(lost).toBeLessThan(150)
  store.close()
})

it('salvage takes an epoch that two damaged files hold once', () => {
  let store = openStore()
  const accepted = fill(store, 1000)
  store.close()
  overwrite(file, 20 * PAGE, Buffer.alloc(PAGE, 0xa5))
  store = openStore()
  const before = readFileSync(`${file}.epochs.json`)
  salvageAll(store)
  const later = fill(store, 200)
  store.close()
  // The power went before it was written down that nothing is left to salvage, and took a page.
  writeFileSync(`${file}.epochs.json`, before)
  overwrite(file, 12 * PAGE, Buffer.alloc(PAGE, 0xa5))
  store = openStore()
  salvageAll(store)
  expect(expectAll(store, new Map([...accepted, ...later]))).toBeLessThan(PAGE / 25)
  store.close()
})

it('salvage begins anew where another agent had the outbox meanwhile', () => {
  let store = openStore()
  const accepted = fill(store, 3000)
  store.close()
  overwrite(file, 20 * PAGE, Buffer.alloc(PAGE, 0xa5))
  store = openStore()
  for (let step = 0; step < 4; step++) expect(store.salvage()).toBe(true)
  store.close()
  openStore({ agentCode: 'gate-2' }).close()
  store = openStore()
  salvageAll(store)
  expect(expectAll(store, accepted)).toBeLessThan(PAGE / 50)
  store.close()
})

it('salvage counts entries whose epochs are known nowhere, under no name', () => {
  let store = openStore()
  fill(store, 200)
  store.close()
  const roots = rootPages(file)
  rmSync(`${file}.epochs.json`)
  overwrite(file, ((roots[2] ?? 0) - 1) * PAGE, Buffer.alloc(PAGE, 0xa5))
  store = openStore()
  salvageAll(store)
  const gaps = sent(store).filter(({ row }) => row.kind === 'gap')
  expect(gaps.map(({ row }) => gapOf(row.data))).toEqual([
    { from: null, to: null, counts: { unknown: 200 }, reason: 'damaged' },
  ])
  store.close()
})

/** One bout of damage to a file, and how it comes to light. */
const bout = fc.record({
  entries: fc.integer({ min: 60, max: 300 }),
  padding: fc.constantFrom(0, 0, 200, 6000),
  epochs: fc.integer({ min: 1, max: 3 }),
  ackedPart: fc.constantFrom(0, 0.3, 1),
  pages: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
    minLength: 1,
    maxLength: 8,
  }),
  how: fc.constantFrom('zeros', 'noise', 'other page', 'pointers'),
  comes: fc.constantFrom('at start', 'running', 'killed'),
  stepsBefore: fc.integer({ min: 0, max: 6 }),
})

const heavy = {
  entries: 400,
  epochs: 2,
  ackedPart: 0,
  pages: Array.from({ length: 8 }, (_, i) => (i + 1) / 10),
  how: 'noise',
  stepsBefore: 2,
}

function damage(pages: readonly number[], how: string): void {
  const count = statSync(file).size / PAGE
  const wal = `${file}-wal`
  const frames = existsSync(wal) ? Math.floor((statSync(wal).size - 32) / (PAGE + 24)) : 0
  for (const place of pages) {
    // The last transactions cannot be told from a torn end.
    const frame = Math.floor(place * (frames - 200))
    if (frames > 200) overwrite(wal, 32 + frame * (PAGE + 24) + 24, Buffer.alloc(PAGE, 0x5b))
    const page = Math.floor(place * count)
    const bytes = Buffer.alloc(how === 'pointers' ? 40 : PAGE, how === 'noise' ? 0x5b : 0)
    if (how === 'other page') {
      const fd = openSync(file, 'r')
      readSync(fd, bytes, 0, PAGE, ((page + 7) % count) * PAGE)
      closeSync(fd)
    }
    overwrite(file, page * PAGE + (how === 'pointers' ? 8 : 0), bytes)
  }
}

it('salvage accounts for every accepted entry exactly, over damage again and again', () => {
  let lost = 0
  fc.assert(
    fc.property(fc.array(bout, { minLength: 1, maxLength: 2 }), (bouts) => {
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
      skipReserve(folder)
      const accepted = new Map<string, string>()
      const watermarks = new Map<string, number>()
      let store = openStore()
      for (const b of bouts) {
        for (let i = 0; i < b.epochs; i++) {
          if (i > 0) {
            store.close()
            store = openStore()
          }
          const names = fill(store, Math.floor(b.entries / b.epochs), 'x'.repeat(b.padding))
          for (const [name, data] of names) accepted.set(name, data)
          const [epoch, seq] = nameOf(
            [...names.keys()][Math.floor((names.size - 1) * b.ackedPart)] ?? '',
          )
          if (names.size > 0 && b.ackedPart > 0) {
            store.run((s) => s.ack(epoch, seq))
            watermarks.set(epoch, seq)
          }
        }
        if (b.comes === 'running') {
          handle?.pragma('wal_checkpoint(TRUNCATE)')
          damage(b.pages, b.how)
          stumble(store)
        } else {
          const copy = `${folder}-copy`
          if (b.comes === 'killed') {
            cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('reserve') })
          }
          store.close()
          if (b.comes === 'killed') {
            rmSync(folder, { recursive: true })
            renameSync(copy, folder)
            skipReserve(folder)
            rmSync(`${file}-shm`, { force: true })
          }
          damage(b.pages, b.how)
          store = openStore()
        }
        for (let step = 0; step < b.stepsBefore; step++) store.salvage()
      }
      store.close()
      store = openStore()
      salvageAll(store)
      lost += expectAll(store, accepted, watermarks)
      store.close()
    }),
    {
      numRuns: runs(8),
      examples: (['at start', 'running', 'killed'] as const).map((comes) => [
        [{ ...heavy, comes, padding: 200 }],
      ]),
    },
  )
  expect(lost).toBeGreaterThan(0)
})
