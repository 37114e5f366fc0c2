import { setTimeout } from 'node:timers/promises'
import { ConfigError } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hubKeyOf } from '../secrets/hub-key.ts'
import { beatReplica, enterReplica } from '../store/cluster/replicas.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { appendAudit } from '../store/people/audit-log.ts'
import { bindAuditKey } from '../store/people/audit-key.ts'
import { verifyAuditChain } from '../store/people/verify-audit.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { dropAuditTriggers } from '../testing/tamper-audit.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { beginKey, requireKeyOfHub } from './begin-key.ts'
import { ChainCheck } from './chain-check.ts'
import { HeadLog } from './head-log.ts'

const OTHER = 'another key, as long as a true one must be'
const ENTRY = { actor: 'a@b.co', action: 'x', target: 'y', address: null }

let temp: TempStore
let store: Store
let lines: { level: number; msg: string; rows?: number; head?: string; key?: string }[]
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
beforeEach(async () => {
  lines = []
  temp = await openTempStore()
  store = await openStore(temp.config)
})
afterEach(async () => {
  await store.close()
  await temp.close()
})

const append = () => withLockOfAllHubs(store.db, (trx) => appendAudit(trx, ENTRY))
const said = (level: number) => lines.filter((line) => line.level === level)
const verify = (keys = [store.key]) => verifyAuditChain(store.db, { keys })

/** The same database, for a hub with another key. */
const elsewhere = () => ({ db: store.db, key: hubKeyOf(OTHER) })

test.each([
  ['with the key, without a warning', true, 30],
  ['under an older key, and warns', false, 40],
])('a hub begins an empty log once, %s', async (_, isNew, level) => {
  expect(await verify()).toEqual({ ok: false, why: 'keyless', rows: 0, head: '' })
  const key = { ...store.key, isNew }
  await beginKey({ store: { db: store.db, key }, log })
  await beginKey({ store, log })
  expect(await verify()).toMatchObject({ ok: true, rows: 1 })
  expect(lines).toMatchObject([{ level, key: store.key.id, rows: 0, head: '' }])
  await requireKeyOfHub(store)
})

test('warns where rows without a key were there, whatever the key', async () => {
  await withLockOfAllHubs(store.db, async (trx) => {
    await appendAudit(trx, ENTRY)
    await dropAuditTriggers(trx)
    await trx.deleteFrom('audit_log').where('action', '=', 'audit.key').execute()
    await trx.updateTable('audit_log').set({ key: '' }).execute()
  })
  await beginKey({ store, log })
  expect(lines).toMatchObject([{ level: 40, rows: 1 }])
})

test('a hub whose key is another starts, and says loudly from where on', async () => {
  await beginKey({ store, log })
  await append()
  lines = []
  const other = elsewhere()
  await expect(requireKeyOfHub(other)).rejects.toThrow(ConfigError)
  bindAuditKey(store.db, other.key)
  await beginKey({ store: other, log })
  expect(lines).toMatchObject([{ level: 50, before: store.key.id, key: other.key.id, rows: 2 }])
  expect(await verify([other.key])).toMatchObject({ why: 'unproven', unproven: [{ rows: 2 }] })
  expect(await verify([other.key, store.key])).toMatchObject({ ok: true, rows: 3 })
})

test('a hub whose key is another does not start beside one that lives', async () => {
  await beginKey({ store, log })
  await enterReplica(store.db, 'dead', '{}')
  await enterReplica(store.db, 'living', '{}')
  const beginning = beginKey({ store: elsewhere(), log, lookForMs: 3000 })
  const refused = expect(beginning).rejects.toThrow(
    /^HUB_AUDIT_KEY no es la clave de los hubs que trabajan/,
  )
  let isOver = false
  const beating = (async () => {
    for (; !isOver; await setTimeout(20)) await beatReplica(store.db, 'living', '{}')
  })()
  await refused
  isOver = true
  await beating
  expect(await verify()).toMatchObject({ ok: true, rows: 1 })
})

test('writes count and head to the log, as the chain has them', async () => {
  const heads = new HeadLog({ store, log })
  heads.start()
  await heads.write()
  expect(lines[0]).toMatchObject({ msg: 'audit log head', rows: 0, head: '' })
  await append()
  await heads.write()
  await append()
  await append()
  await heads.stop()
  const { rows, head } = lines.at(-1) ?? {}
  expect(await verify()).toEqual({ ok: true, rows, head })
  expect(rows).toBe(3)
  expect(said(50)).toEqual([])
})

test('says what went from the end, and what was added under no key of its own', async () => {
  await append()
  await append()
  const heads = new HeadLog({ store, log })
  await heads.write()
  await withLockOfAllHubs(store.db, async (trx) => {
    await dropAuditTriggers(trx)
    await trx.deleteFrom('audit_log').where('id', '=', 2).execute()
  })
  await append()
  await heads.write()
  expect(said(50)).toMatchObject([
    { msg: 'the audit log has lost or changed rows that it had', rows: 2 },
  ])
  expect(lines.at(-1)).toMatchObject({ msg: 'audit log head', rows: 2 })
  bindAuditKey(store.db, hubKeyOf(OTHER))
  await append()
  await heads.write()
  expect(said(50)).toHaveLength(2)
  expect(said(50)[1]).toMatchObject({ key: hubKeyOf(OTHER).id })
})

test('who looks at the chain sees it followed, not for each look, and a changed row named', async () => {
  let now = 1_700_000_000_000
  const heads = new HeadLog({ store, log })
  const chain = new ChainCheck({ store, log, headLog: heads, now: () => now })
  const followed = async () => {
    now += 10 * 60_000
    chain.state()
    await chain.settled()
    return chain.state()
  }
  expect(chain.state()).toMatchObject({ state: 'unknown', checked_at: null, checking: true })
  await chain.settled()
  expect(chain.state()).toMatchObject({ state: 'keyless', rows: 0, checking: false })
  await append()
  await append()
  await append()
  await heads.write()
  expect(chain.state()).toMatchObject({ rows: 0, checking: false })
  expect(await followed()).toMatchObject({ state: 'whole', rows: 3, row: null, checking: false })
  await withLockOfAllHubs(store.db, dropAuditTriggers)
  await store.db.deleteFrom('audit_log').where('id', '=', 3).execute()
  expect(await followed()).toMatchObject({ state: 'whole', rows: 2 })
  await heads.write()
  expect(chain.state()).toMatchObject({ state: 'cut', rows: 2 })
  await store.db.updateTable('audit_log').set({ target: 'other' }).where('id', '=', 1).execute()
  expect(await followed()).toMatchObject({ state: 'broken', row: 1 })
})

test('rows that are gone are told, too, where others are under another key', async () => {
  await append()
  bindAuditKey(store.db, hubKeyOf(OTHER))
  await append()
  const seen = { hasLostRows: false }
  const chain = new ChainCheck({ store, log, headLog: seen })
  chain.state()
  await chain.settled()
  expect(chain.state()).toMatchObject({ state: 'unproven' })
  seen.hasLostRows = true
  expect(chain.state()).toMatchObject({ state: 'cut' })
})

test('a database that does not answer leaves what was known of the chain', async () => {
  await append()
  let now = 1_700_000_000_000
  const heads = { hasLostRows: false }
  const chain = new ChainCheck({ store, log, headLog: heads, now: () => now })
  chain.state()
  await chain.settled()
  const known = chain.state()
  await sql`alter table audit_log rename to elsewhere`.execute(store.db)
  now += 10 * 60_000
  expect(chain.state()).toEqual({ ...known, checking: true })
  await chain.settled()
  // Whoever goes on looking begins no other.
  expect(chain.state()).toEqual(known)
  expect(said(40)).toMatchObject([{ msg: 'the chain of the audit log cannot be followed' }])
  await sql`alter table elsewhere rename to audit_log`.execute(store.db)
})
