import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  expectAll,
  fill,
  PAGE,
  overwrite,
  nameOf,
  read,
  salvageAll,
  sent,
  skipReserve,
  stumble,
} from '../../testing/damaged-outbox.ts'
import { type LogNotice, ReopeningLog } from '../reopening-log.ts'
import { forgetSalvaged } from './set-aside.ts'

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

function openLog(): ReopeningLog {
  const log = closedLog()
  log.open()
  return log
}

function closedLog(): ReopeningLog {
  return new ReopeningLog({
    file,
    agentCode: 'gate-1',
    boot: 'boot-1',
    monotonic: () => 1,
    now: () => 1_760_000_000_000,
    onNotice: (notice) => notices.push(notice),
  })
}

it('salvage brings the commands back, and fails those that nobody executes any more', () => {
  let log = openLog()
  const begin = (id: string) => log.write((l) => l.beginCommand({ id, pin: 17, state: 1 }))
  const result = (id: string) => {
    const data = JSON.stringify({ id, pin: 17, state: 1, ok: true, onMs: 0, reason: 'done' })
    return { ...read(''), kind: 'command_result', data }
  }
  begin('done')
  log.append([result('done')])
  begin('running')
  stumble(log)
  // Its result comes before the command itself is back.
  log.append([result('running')])
  begin('lost')
  salvageAll(log)
  expect(JSON.parse(begin('done')?.result ?? '')).toMatchObject({ ok: true })
  expect(JSON.parse(begin('running')?.result ?? '')).toMatchObject({ ok: true })
  log.close()
  overwrite(file, 0, Buffer.alloc(PAGE))
  log = openLog()
  salvageAll(log)
  expect(JSON.parse(begin('running')?.result ?? '')).toMatchObject({ ok: true })
  expect(JSON.parse(begin('lost')?.result ?? '')).toMatchObject({ reason: 'failed' })
  const results = sent(log).filter(({ row }) => row.kind === 'command_result')
  expect(results.map(({ row }) => (JSON.parse(row.data) as { id: string }).id)).toEqual([
    'done',
    'running',
    'lost',
  ])
  log.close()
})

it('a part that cannot be read twice has the file salvaged, once may be a card that was away', () => {
  const log = openLog()
  const accepted = fill(log, 100)
  stumble(log, 'SQLITE_IOERR_READ')
  expect(notices.map((n) => n.event)).toEqual(['outbox_reopened'])
  stumble(log, 'SQLITE_IOERR_READ')
  expect(notices.map((n) => n.event)).toEqual(['outbox_reopened', 'outbox_replaced'])
  const after = fill(log, 10)
  expect([...after.keys()].map((name) => nameOf(name)[1])[0]).toBe(101)
  salvageAll(log)
  expect(expectAll(log, new Map([...accepted, ...after]))).toBe(0)
  log.close()
})

it('a damaged file is set aside on a full disk too, in the room that is reserved', () => {
  let log = openLog()
  const accepted = fill(log, 200)
  log.close()
  overwrite(file, 8 * PAGE, Buffer.alloc(PAGE, 0xa5))
  // What is to be salvaged cannot be written down.
  symlinkSync('/dev/full', `${file}.epochs.json.new`)
  log = closedLog()
  expect(() => log.open()).toThrow('no space left')
  expect(existsSync(join(folder, 'reserve'))).toBe(false)
  rmSync(`${file}.epochs.json.new`)
  log.open()
  salvageAll(log)
  expect(expectAll(log, accepted)).toBeLessThan(PAGE / 25)
  log.close()
})

it('few salvaged files are kept, and none that is still to be salvaged is deleted', () => {
  const log = openLog()
  const kept = () => readdirSync(folder).filter((n) => /\.corrupt\.\d+$/.test(n)).length
  const accepted = new Map<string, string>()
  for (let i = 0; i < 5; i++) {
    for (const [name, data] of fill(log, 20)) accepted.set(name, data)
    stumble(log)
  }
  expect(kept()).toBe(5)
  salvageAll(log)
  expect(kept()).toBe(3)
  expect(expectAll(log, accepted)).toBe(0)
  log.close()
})

it('salvaged files are kept up to 256 MiB together, the newest ones', () => {
  const kept = () => readdirSync(folder).filter((name) => name.includes('.corrupt.'))
  for (const time of [9, 10, 11]) {
    writeFileSync(`${file}.corrupt.${time}`, '')
    writeFileSync(`${file}.corrupt.${time}-wal`, '')
    // No bytes are written for it.
    truncateSync(`${file}.corrupt.${time}-wal`, 100 * 1024 ** 2)
  }
  forgetSalvaged(file, [])
  expect(kept().toSorted()).toEqual(
    [10, 11].flatMap((time) => [`outbox.db.corrupt.${time}`, `outbox.db.corrupt.${time}-wal`]),
  )
})

it('a file of another build is salvaged, and one without a version is taken over', () => {
  let log = openLog()
  const accepted = fill(log, 100)
  log.close()
  const change = (sql: string) => {
    const db = new SqliteDatabase(file)
    db.exec(sql)
    db.close()
  }
  change('pragma user_version = 0')
  log = openLog()
  expect(notices).toEqual([])
  log.close()
  change('alter table commands drop column uptime')
  log = openLog()
  expect(notices).toMatchObject([{ event: 'outbox_replaced' }])
  salvageAll(log)
  expect(expectAll(log, accepted)).toBe(0)
  log.close()
})
