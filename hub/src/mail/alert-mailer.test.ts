import type { HubAlert, SiteSettings } from '@vehicle-control/protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import type { AgentTable } from '../store/schema/agents.ts'
import { createUser, disableUser } from '../store/people/users.ts'
import { SETTING_DEFAULTS } from '../store/settings/site-settings.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { silent } from '../testing/test-hub.ts'
import { openTestSmtp, type TestSmtp } from '../testing/test-smtp.ts'
import { type AlertMailer, createAlertMailer } from './alert-mailer.ts'
import { createSendMail } from './send-mail.ts'

const MINUTE_MS = 60_000
let store: TempStore
let smtp: TestSmtp
let now: number
let connected: Set<number>
let hubAlerts: HubAlert[]
let settings: SiteSettings
let mailer: AlertMailer

beforeEach(async () => {
  store = await openTempStore()
  smtp = await openTestSmtp()
  now = Date.UTC(2026, 10, 20, 12)
  connected = new Set()
  hubAlerts = []
  settings = SETTING_DEFAULTS
  await addUser('ana@test.co', 'admin')
  mailer = createMailer()
})
afterEach(async () => {
  await mailer.stop()
  await smtp.close()
  await store.close()
})

function createMailer(
  url = smtp.url,
  firstCheckMs?: number,
  hub = 'hub-1',
  db = store.db,
  log = silent,
): AlertMailer {
  const server = loadConfig({ HUB_SMTP_URL: url }).smtp
  if (!server) throw new Error('no server')
  return createAlertMailer({
    db,
    readOnly: store.readOnly,
    hubAlerts: () => hubAlerts,
    settings: () => settings,
    hub,
    presence: { isConnected: (id) => connected.has(id), lastSeen: () => null },
    send: createSendMail(server, silent),
    log,
    publicOrigin: 'https://hub.example',
    timeZone: 'America/Bogota',
    now: () => now,
    ...(firstCheckMs !== undefined && { firstCheckMs }),
  })
}

async function addUser(email: string, role: 'operator' | 'admin' | 'superadmin', demo = false) {
  const account = { email, name: email, role, kiosk: false, passwordHash: '', demo, now }
  return await createUser(store.db, account)
}

async function addAgent(code: string, change: Partial<AgentTable> = {}): Promise<number> {
  const row = { code, code_key: code, name: `Puerta ${code}`, created_at: 0, last_seen: now }
  const { id } = await store.db
    .insertInto('agents')
    .values({ ...row, ...change } as typeof row)
    .returning('id')
    .executeTakeFirstOrThrow()
  connected.add(id)
  return id
}

const setReader = (agent_id: number, state: 'open' | 'silent' | 'closed', error: string | null) => {
  const reader = { reader: 'in', type: 'line', path: 'p', simulated: 0, noise: 0 } as const
  const row = { agent_id, ...reader, state, error, updated_at: now }
  return store.db
    .insertInto('agent_readers')
    .values(row)
    .onConflict((c) => c.columns(['agent_id', 'reader']).doUpdateSet({ state, error }))
    .execute()
}

/** The mails that one look causes. */
async function mailsOf(look: () => Promise<unknown>) {
  const before = smtp.received.length
  await look()
  return smtp.received.slice(before)
}

test('mails enabled admins once what begins, also after a restart', async () => {
  await addUser('boss@test.co', 'superadmin')
  await addUser('guard@test.co', 'operator')
  await addUser('admin@demo.local', 'superadmin', true)
  await disableUser(store.db, await addUser('gone@test.co', 'admin'), now)
  const invited = { email: 'new@test.co', name: 'New', role: 'admin' as const, invited: true }
  const account = { ...invited, kiosk: false, passwordHash: '', demo: false, now }
  await createUser(store.db, account)
  const gate = await addAgent('norte', { last_seen: now - 6 * MINUTE_MS })
  connected.delete(gate)
  await setReader(await addAgent('sur'), 'closed', 'No such file\n- Puerta oeste: falso')

  const [mail, ...others] = await mailsOf(() => mailer.check())
  expect(others).toEqual([])
  expect(mail?.to).toEqual(['ana@test.co', 'boss@test.co'])
  expect(mail?.subject).toBe('Vehicle Control: 2 alertas nuevas')
  expect(mail?.text).toBe(
    [
      'Alertas nuevas (2):',
      '- Puerta norte (norte): sin conexión desde 20/11/2026 06:54',
      '- Puerta sur (sur): lector «in» desconectado desde 20/11/2026 07:00 (in: No such file - Puerta oeste: falso)',
      '',
      'Estado actual: https://hub.example/map?view=status',
      'Horas de America/Bogota.',
      '',
    ].join('\n'),
  )
  now += 60 * MINUTE_MS
  expect(await mailsOf(() => mailer.check())).toEqual([])
  const restarted = createMailer()
  expect(await mailsOf(() => restarted.check())).toEqual([])
})

test('makes one mail of 500 agents that go away, and none before 5 minutes after it', async () => {
  for (let i = 0; i < 500; i++) await addAgent(`a${i}`)
  connected.clear()
  now += 6 * MINUTE_MS
  const [mail, ...others] = await mailsOf(() => mailer.check())
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Vehicle Control: 500 alertas nuevas')
  expect(mail?.text).toContain('- … y 450 más\n')

  await setReader(await addAgent('late'), 'silent', null)
  now += 5 * MINUTE_MS - 1
  expect(await mailsOf(() => mailer.check())).toEqual([])
  now += 1
  expect(await mailsOf(() => mailer.check())).toMatchObject([
    { subject: 'Vehicle Control: 1 alerta nueva' },
  ])
})

test('mails what is over, but not what nobody can know or what cannot be mended', async () => {
  const [gate, lossy, deleted] = [
    await addAgent('norte'),
    await addAgent('sur'),
    await addAgent('este'),
  ]
  for (const id of [gate, deleted]) await setReader(id, 'silent', null)
  const gap = { epoch_id: 1, seq: 1, from_seq: 1, to_seq: 3, reason: 'cap', at: now }
  await store.db
    .insertInto('gaps')
    .values({ ...gap, agent_id: lossy, counts: '{"read":3}', lost: 3, received_at: now })
    .execute()
  expect(await mailsOf(() => mailer.check())).toMatchObject([
    { subject: 'Vehicle Control: 3 alertas nuevas' },
  ])

  now += 25 * 60 * MINUTE_MS
  await store.db.updateTable('agents').set({ last_seen: now }).execute()
  await store.db.updateTable('agents').set({ deleted_at: now }).where('id', '=', deleted).execute()
  connected.delete(gate)
  expect(await mailsOf(() => mailer.check())).toEqual([])

  connected.add(gate)
  expect(await mailsOf(() => mailer.check())).toEqual([])
  await setReader(gate, 'open', null)
  const [over] = await mailsOf(() => mailer.check())
  expect(over?.subject).toBe('Vehicle Control: 1 resuelta')
  expect(over?.text).toContain('Resueltas (1):\n- Puerta norte (norte): lector «in» sin señal\n')

  await setReader(gate, 'silent', null)
  now += 5 * MINUTE_MS
  expect(await mailsOf(() => mailer.check())).toMatchObject([
    { subject: 'Vehicle Control: 1 alerta nueva' },
  ])
})

test('mails later what the mail server refused', async () => {
  await addAgent('norte', { clock: 'unsynced' })
  smtp.refuse('not now')
  await expect(mailer.check()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('not now') },
  })
  smtp.refuse(null)
  expect(await mailsOf(() => mailer.check())).toEqual([])
  now += 5 * MINUTE_MS
  const [mail] = await mailsOf(() => mailer.check())
  expect(mail?.text).toContain('- Puerta norte (norte): reloj sin sincronizar\n')
})

test('logs the codes of a mail server alone: its words may quote the password', async () => {
  await addAgent('norte', { quarantine: '{}' })
  smtp.refuse('no: AUTH PLAIN AGh1YgBzZWNyZXQ=')
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const refused = createMailer(smtp.url, 0, 'hub-1', store.db, log)
  refused.start()
  await expect.poll(() => lines, { timeout: 10_000 }).toHaveLength(1)
  await refused.stop()
  const codes = { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, ...codes })
  expect(lines[0]).not.toContain('AUTH')
})

test('one of two hubs on one database mails', async () => {
  await addAgent('norte', { quarantine: '{}' })
  const other = createMailer()
  const mails = await mailsOf(() => Promise.all([mailer.check(), other.check()]))
  expect(mails).toHaveLength(1)
})

test('mails again once a clock that was ahead has been set right', async () => {
  const id = await addAgent('norte', { quarantine: '{}' })
  now += 365 * 24 * 60 * MINUTE_MS
  expect(await mailsOf(() => mailer.check())).toHaveLength(1)
  now -= 364 * 24 * 60 * MINUTE_MS
  await store.db.updateTable('agents').set({ quarantine: null }).where('id', '=', id).execute()
  expect(await mailsOf(() => mailer.check())).toHaveLength(1)
})

test('looks by itself once started, and its end cuts off a mail that is being sent', async () => {
  await addAgent('norte', { quarantine: '{}' })
  let onConnect = () => {}
  const reached = new Promise<void>((resolve) => {
    onConnect = resolve
  })
  const mute = await openTestSmtp({ closeTimeout: 3_600_000, onConnect: () => onConnect() })
  const stuck = createMailer(mute.url, 0)
  stuck.start()
  await reached
  await stuck.stop()
  await mute.close()

  now += 5 * MINUTE_MS
  const next = createMailer(smtp.url, 0)
  next.start()
  expect(await smtp.next()).toMatchObject({ subject: 'Vehicle Control: 1 alerta nueva' })
  await next.stop()
})

test('mails what is wrong with the hub itself, once, and leaves to other hubs what is theirs', async () => {
  const since = new Date(now - MINUTE_MS).toISOString()
  const of = (kind: HubAlert['kind'], more: Partial<HubAlert> = {}): HubAlert => {
    return { kind, hub: 'hub-1', since, until: null, cause: null, ...more }
  }
  hubAlerts = [
    of('disk_filling', { free_bytes: 1_500_000_000 }),
    of('mail_failing'),
    of('database_away'),
    of('backup_never', { hub: '' }),
  ]
  const [mail] = await mailsOf(() => mailer.check())
  expect(mail?.subject).toBe('Vehicle Control: 2 alertas nuevas')
  expect(mail?.text).toContain(
    [
      'Alertas nuevas (2):',
      '- Hub (hub-1): queda poco disco, quedan 1,5 GB desde 20/11/2026 06:59',
      '- Hub: no hay ningún respaldo desde 20/11/2026 06:59',
    ].join('\n'),
  )
  now += 6 * MINUTE_MS
  expect(await mailsOf(() => mailer.check())).toEqual([])
  expect(await mailsOf(() => createMailer().check())).toEqual([])

  const another = createMailer(smtp.url, undefined, 'hub-2')
  hubAlerts = [of('backup_never', { hub: '' })]
  expect(await mailsOf(() => another.check())).toEqual([])

  // A short outage is no news; a long one is told of once, when it is over.
  const until = new Date(now).toISOString()
  const short = of('database_away', { since: new Date(now - MINUTE_MS).toISOString(), until })
  hubAlerts = [of('backup_never', { hub: '' }), short]
  expect(await mailsOf(() => mailer.check())).toMatchObject([
    { subject: 'Vehicle Control: 1 resuelta' },
  ])
  hubAlerts = [of('database_away', { until })]
  now += 6 * MINUTE_MS
  const [over] = await mailsOf(() => mailer.check())
  expect(over?.text).toContain(
    [
      'Resueltas (2):',
      '- Hub (hub-1): la base de datos no respondió desde 20/11/2026 06:59 hasta 20/11/2026 07:06',
      '- Hub: no hay ningún respaldo',
    ].join('\n'),
  )
  now += 6 * MINUTE_MS
  expect(await mailsOf(() => mailer.check())).toEqual([])
})

test('says that a disk has room again once something was stored, also after a restart', async () => {
  const since = new Date(now).toISOString()
  hubAlerts = [{ kind: 'disk_full', hub: 'hub-1', since, until: null, cause: 'database' }]
  expect(await mailsOf(() => mailer.check())).toHaveLength(1)

  let isFull = true
  const db = new Proxy(store.db, {
    get(target, key) {
      if (isFull && (key === 'connection' || key === 'transaction')) {
        throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
      }
      const part: unknown = Reflect.get(target, key)
      return typeof part === 'function' ? part.bind(target) : part
    },
  })
  hubAlerts = []
  const restarted = createMailer(smtp.url, undefined, 'hub-1', db)
  now += 6 * MINUTE_MS
  expect(await mailsOf(() => restarted.check())).toEqual([])
  // What is new is mailed all the same.
  const older = { hub: '', since, until: null, cause: null }
  hubAlerts = [{ ...older, kind: 'backup_never' }]
  const [mail] = await mailsOf(() => restarted.check().catch(() => {}))
  expect(mail?.subject).toBe('Vehicle Control: 1 alerta nueva')
  isFull = false
  now += 60 * MINUTE_MS
  const [over] = await mailsOf(() => restarted.check())
  expect(over?.text).toContain('Resueltas (1)')
})

test('leaves what a newer hub has mailed to that one', async () => {
  const id = await addAgent('norte')
  const notice = { agent_id: id, kind: 'tyre_flat', part: '', told_at: now }
  await store.db
    .insertInto('alert_notices')
    .values(notice as typeof notice & { kind: 'gap' })
    .execute()
  await setReader(id, 'silent', null)
  const [mail] = await mailsOf(() => mailer.check())
  expect(mail?.subject).toBe('Vehicle Control: 1 alerta nueva')
  expect(mail?.text).not.toContain('undefined')
  const kinds = await store.db.selectFrom('alert_notices').select('kind').execute()
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['reader_silent', 'tyre_flat'])
})

test('mails the addresses that superadmins name in place of the admins', async () => {
  settings = { ...SETTING_DEFAULTS, alert_recipients: ['guardia@site.co', 'turno@site.co'] }
  await addAgent('norte', { quarantine: '{}' })
  const [mail] = await mailsOf(() => mailer.check())
  expect(mail?.to).toEqual(['guardia@site.co', 'turno@site.co'])
  settings = SETTING_DEFAULTS
  await addAgent('sur', { quarantine: '{}' })
  now += 5 * MINUTE_MS
  expect(await mailsOf(() => mailer.check())).toMatchObject([{ to: ['ana@test.co'] }])
})

test('mails neither begin nor end of muted kinds, and what still stands once it is not', async () => {
  const gate = await addAgent('norte', { quarantine: '{}' })
  await setReader(gate, 'silent', null)
  settings = { ...SETTING_DEFAULTS, muted_alerts: ['reader_silent'] }
  const [mail] = await mailsOf(() => mailer.check())
  expect(mail?.subject).toBe('Vehicle Control: 1 alerta nueva')
  expect(mail?.text).not.toContain('lector')

  settings = { ...SETTING_DEFAULTS, muted_alerts: ['quarantine'] }
  now += 5 * MINUTE_MS
  expect((await mailsOf(() => mailer.check()))[0]?.text).toContain('lector «in» sin señal')
  await store.db.updateTable('agents').set({ quarantine: null }).execute()
  now += 5 * MINUTE_MS
  expect(await mailsOf(() => mailer.check())).toEqual([])

  settings = SETTING_DEFAULTS
  expect(await mailsOf(() => mailer.check())).toEqual([])
  await store.db.updateTable('agents').set({ quarantine: '{}' }).execute()
  expect(await mailsOf(() => mailer.check())).toMatchObject([
    { subject: 'Vehicle Control: 1 alerta nueva' },
  ])
})

test('mails that an agent is away after the minutes that are set, and not as over while it is', async () => {
  connected.delete(await addAgent('norte'))
  settings = { ...SETTING_DEFAULTS, offline_alert_minutes: 30 }
  now += 29 * MINUTE_MS
  expect(await mailsOf(() => mailer.check())).toEqual([])
  now += 2 * MINUTE_MS
  expect((await mailsOf(() => mailer.check()))[0]?.text).toContain('sin conexión')

  settings = { ...SETTING_DEFAULTS, offline_alert_minutes: 90 }
  now += 10 * MINUTE_MS
  expect(await mailsOf(() => mailer.check())).toEqual([])
  now += 60 * MINUTE_MS
  expect(await mailsOf(() => mailer.check())).toEqual([])
  // It was there in between: what was mailed is over.
  await store.db.updateTable('agents').set({ last_seen: now }).execute()
  expect(await mailsOf(() => mailer.check())).toMatchObject([
    { subject: 'Vehicle Control: 1 resuelta' },
  ])
})
