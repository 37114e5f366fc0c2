import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  expectAll,
  fill,
  overwrite,
  PAGE,
  salvageAll,
  skipReserve,
} from '../testing/damaged-outbox.ts'
import { type OutboxNotice, ReopeningStore } from './reopening-store.ts'

let folder = ''
let file = ''
let notices: OutboxNotice[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newer-'))
  file = join(folder, 'outbox.db')
  notices = []
  skipReserve(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

function openStore(): ReopeningStore {
  const store = new ReopeningStore({
    file,
    agentCode: 'gate-1',
    boot: 'boot-1',
    monotonic: () => 1,
    now: () => 1_760_000_000_000,
    onNotice: (notice) => notices.push(notice),
  })
  store.open()
  return store
}

/** Runs SQL on the file as the next version does, and answers the rows of a query. */
function asNewer(sql: string, query = 'select 1'): unknown[] {
  const db = new SqliteDatabase(file)
  try {
    db.exec(sql)
    return db.prepare(query).pluck().all()
  } finally {
    db.close()
  }
}

/** All kinds of additions: columns at the ends, a table with a key to an old one, a trigger. */
const ADDED = `
  alter table entries add column lane integer;
  alter table entries add column picture blob default x'00ff';
  alter table epochs add column site text not null default 'norte';
  alter table commands add column door text;
  alter table meta add column since real;
  alter table marks add column bytes integer not null default 0;
  create index entries_lane on entries (lane);
  create table notes (seq integer not null, epoch integer references epochs (id));
  create trigger noted after insert on entries begin
    insert into notes (seq) values (new.seq);
  end;
  pragma user_version = 3;
`
const READABLE = `insert or replace into meta (key, value, since) values ('readable_from', '1', 5.5);
  insert into meta (key, value) values ('of newer', 'x');`

const seqsOf = (names: Iterable<string>) =>
  [...names].map((name) => Number(name.split(' ')[1])).toSorted((a, b) => a - b)

it('an outbox to which a newer version has added is used as it is, and is whole for that again', () => {
  const first = openStore()
  const before = fill(first, 200)
  first.close()
  asNewer(ADDED + READABLE)

  const store = openStore()
  const during = fill(store, 200)
  store.write((s) => s.beginCommand({ id: 'c1', pin: 17, state: 1 }))
  store.maintain(1000)
  expect(expectAll(store, new Map([...before, ...during]))).toBe(0)
  store.close()
  expect(notices).toEqual([])
  expect(readdirSync(folder).filter((name) => name.includes('corrupt'))).toEqual([])

  const all = seqsOf([...before.keys(), ...during.keys()])
  expect(asNewer('', `select seq from entries where kind = 'read' order by seq`)).toEqual(all)
  // The trigger saw what the older version wrote.
  const notes = asNewer('', 'select seq from notes order by seq')
  expect(notes).toEqual(expect.arrayContaining(seqsOf(during.keys())))
  expect(asNewer('', `select value from meta where key = 'of newer'`)).toEqual(['x'])
  expect(asNewer('', 'pragma user_version')).toEqual([3])
  expect(asNewer('', 'pragma integrity_check')).toEqual(['ok'])
  expect(asNewer('', 'pragma foreign_key_check')).toEqual([])
  expect(asNewer('', 'select distinct site from epochs')).toEqual(['norte'])
})

it.each([
  ['says so', `insert or replace into meta (key, value) values ('readable_from', '3');`],
  ['says nothing', `delete from meta where key = 'readable_from';`],
])('an outbox that only a newer version can use, and that %s, loses nothing', (_, fact) => {
  const first = openStore()
  const before = fill(first, 200)
  first.close()
  asNewer(ADDED + fact)
  const wide = `insert into entries (kind, at, mono, boot, clock, data, lane)
    select kind, at, mono, boot, clock, data, 3 from entries where seq = 1`
  asNewer(wide)
  const [seq] = asNewer('', 'select max(seq) from entries')
  const [epoch] = asNewer('', 'select epoch from epochs order by id desc limit 1')
  const data = before.get(`${String(epoch)} 1`) ?? ''
  before.set(`${String(epoch)} ${String(seq)}`, data)

  const store = openStore()
  const after = fill(store, 50)
  salvageAll(store)
  expect(notices.map(({ event }) => event)).toEqual(['outbox_replaced', 'outbox_replaced'])
  expect(expectAll(store, new Map([...before, ...after]))).toBe(0)
  store.close()
})

it('salvage of a damaged outbox knows the rows to which a newer version has added', () => {
  const first = openStore()
  const before = fill(first, 1000)
  first.close()
  asNewer(ADDED + READABLE)
  const second = openStore()
  const during = fill(second, 1000)
  second.close()
  // The first page: nothing of the schema can be read any more.
  overwrite(file, 0, Buffer.alloc(PAGE, 0xa5))
  const store = openStore()
  salvageAll(store)
  expect(expectAll(store, new Map([...before, ...during]))).toBe(0)
  store.close()
})

it('keeps what a newer version has added to the list of epochs', () => {
  openStore().close()
  const path = `${file}.epochs.json`
  const names = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...names, shelves: [1, 2] }))
  const store = openStore()
  fill(store, 1)
  store.close()
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ shelves: [1, 2] })
})
