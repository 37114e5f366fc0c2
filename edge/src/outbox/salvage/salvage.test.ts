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
import { openLogFile, type Sqlite } from '../file/log-file.ts'
import { type LogNotice, ReopeningLog, type ReopeningLogOptions } from '../reopening-log.ts'

let folder = ''
let file = ''
let notices: LogNotice[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salvage-'))
  file = join(folder, 'outbox.db')
  notices = []
  skipReserve(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

let handle: Sqlite | null = null

function openLog(options: Partial<ReopeningLogOptions> = {}): ReopeningLog {
  const log = new ReopeningLog({
    file,
    agentCode: 'gate-1',
    boot: 'boot-1',
    monotonic: () => 1,
    now: () => 1_760_000_000_000,
    onNotice: (notice) => notices.push(notice),
    open(path) {
      const { db } = openLogFile(path)
      handle = db
      return { db }
    },
    ...options,
  })
  log.open()
  return log
}

it('salvage keeps all entries but those of the damaged page, whichever page it is', () => {
  const original = openLog()
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
    const log = openLog()
    const after = fill(log, 10)
    salvageAll(log)
    expect(notices.map((n) => n.event)).toEqual(['outbox_replaced', 'outbox_replaced'])
    // No page has room for more rows.
    expect(expectAll(log, new Map([...accepted, ...after]))).toBeLessThan(PAGE / 50)
    log.close()
  }
})

it('salvage loses nothing of what the disk can read in the end', () => {
  let log = openLog()
  const accepted = fill(log, 2000)
  log.close()
  overwrite(file, 20 * PAGE, Buffer.alloc(PAGE))
  let away = 300
  const readPart = (fd: number, buffer: Buffer, position: number) => {
    if (position === 30 * PAGE || (position > 50 * PAGE && away-- > 0)) throw new Error('EIO')
    return readSync(fd, buffer, 0, buffer.length, position)
  }
  log = openLog({ readPart })
  salvageAll(log)
  const lost = expectAll(log, accepted)
  expect(lost).toBeGreaterThan(0)
  expect(lost).toBeLessThan(150)
  log.close()
})

it('salvage takes an epoch that two damaged files hold once', () => {
  let log = openLog()
  const accepted = fill(log, 1000)
  log.close()
  overwrite(file, 20 * PAGE, Buffer.alloc(PAGE, 0xa5))
  log = openLog()
  const before = readFileSync(`${file}.epochs.json`)
  salvageAll(log)
  const later = fill(log, 200)
  log.close()
  // The power went before it was written down that nothing is left to salvage, and took a page.
  writeFileSync(`${file}.epochs.json`, before)
  overwrite(file, 12 * PAGE, Buffer.alloc(PAGE, 0xa5))
  log = openLog()
  salvageAll(log)
  expect(expectAll(log, new Map([...accepted, ...later]))).toBeLessThan(PAGE / 25)
  log.close()
})

it('salvage begins anew where another agent had the outbox meanwhile', () => {
  let log = openLog()
  const accepted = fill(log, 3000)
  log.close()
  overwrite(file, 20 * PAGE, Buffer.alloc(PAGE, 0xa5))
  log = openLog()
  for (let step = 0; step < 4; step++) expect(log.salvage()).toBe(true)
  log.close()
  openLog({ agentCode: 'gate-2' }).close()
  log = openLog()
  salvageAll(log)
  expect(expectAll(log, accepted)).toBeLessThan(PAGE / 50)
  log.close()
})

it('salvage counts entries whose epochs are known nowhere, under no name', () => {
  let log = openLog()
  fill(log, 200)
  log.close()
  const roots = rootPages(file)
  rmSync(`${file}.epochs.json`)
  overwrite(file, ((roots[2] ?? 0) - 1) * PAGE, Buffer.alloc(PAGE, 0xa5))
  log = openLog()
  salvageAll(log)
  const gaps = sent(log).filter(({ row }) => row.kind === 'gap')
  expect(gaps.map(({ row }) => gapOf(row.data))).toEqual([
    { from: null, to: null, counts: { unknown: 200 }, reason: 'damaged' },
  ])
  log.close()
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
      let log = openLog()
      for (const b of bouts) {
        for (let i = 0; i < b.epochs; i++) {
          if (i > 0) {
            log.close()
            log = openLog()
          }
          const names = fill(log, Math.floor(b.entries / b.epochs), 'x'.repeat(b.padding))
          for (const [name, data] of names) accepted.set(name, data)
          const [epoch, seq] = nameOf(
            [...names.keys()][Math.floor((names.size - 1) * b.ackedPart)] ?? '',
          )
          if (names.size > 0 && b.ackedPart > 0) {
            log.run((l) => l.ack(epoch, seq))
            watermarks.set(epoch, seq)
          }
        }
        if (b.comes === 'running') {
          handle?.pragma('wal_checkpoint(TRUNCATE)')
          damage(b.pages, b.how)
          stumble(log)
        } else {
          const copy = `${folder}-copy`
          if (b.comes === 'killed') {
            cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('reserve') })
          }
          log.close()
          if (b.comes === 'killed') {
            rmSync(folder, { recursive: true })
            renameSync(copy, folder)
            skipReserve(folder)
            rmSync(`${file}-shm`, { force: true })
          }
          damage(b.pages, b.how)
          log = openLog()
        }
        for (let step = 0; step < b.stepsBefore; step++) log.salvage()
      }
      log.close()
      log = openLog()
      salvageAll(log)
      lost += expectAll(log, accepted, watermarks)
      log.close()
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
