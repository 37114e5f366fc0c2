import { Alert, type AuditResponse } from '@vehicle-control/protocol'
import type { PublicConfig, SiteConfig } from '@vehicle-control/protocol'
import { ALWAYS_MAILED } from '@vehicle-control/protocol/mailed-alerts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { disableUser } from '../../store/people/users.ts'
import { saveSettings } from '../../store/settings/settings.ts'
import { createNotedMail } from '../../testing/noted-mail.ts'
import { type TestHub, type TestHubParts, createTestHub } from '../../testing/test-hub.ts'

let hub: TestHub
let token: string
const open = async (parts: TestHubParts = {}) => {
  hub = await createTestHub(parts)
  token = await hub.tokenOf('superadmin')
}
beforeEach(() => open())
afterEach(() => hub.close())

const get = async <T = SiteConfig>(path = '/api/config') =>
  (await (await hub.call('GET', path, { token })).json()) as T
const patch = (body: object) => hub.call('PATCH', '/api/config/settings', { token, body })
const changed = async (body: object) => {
  const answer = await patch(body)
  expect(answer.status).toBe(200)
  return (await answer.json()) as SiteConfig
}
const auditEntries = async () =>
  (await get<AuditResponse>('/api/audit')).items
    .map(({ actor, action, target, detail }) => [actor, action, target, detail])
    .toReversed()

const DEFAULTS = {
  site_name: null,
  suppress_window_ms: 60_000,
  alert_recipients: null,
  muted_alerts: [],
  offline_alert_minutes: 5,
}

test('answers the defaults, and what it was given', async () => {
  expect(await get()).toEqual({
    fixed: [{ name: 'time_zone', value: 'America/Bogota', by: null }],
    settings: DEFAULTS,
    fixed_by: {},
    unreadable: [],
    version: 0,
  })
})

test('changes what is sent, leaves the rest, and notes each with before and after', async () => {
  const first = await changed({ version: 0, site_name: ' Patio Norte ', offline_alert_minutes: 30 })
  expect(first).toMatchObject({
    settings: { ...DEFAULTS, site_name: 'Patio Norte', offline_alert_minutes: 30 },
    version: 1,
  })
  const to = ['Ana@site.co', 'ana@site.co', 'guardia@site.co']
  const muted_alerts = ['undervoltage', 'gap', 'gap']
  const second = await changed({ version: 1, alert_recipients: to, muted_alerts })
  expect(second.settings).toEqual({
    ...DEFAULTS,
    site_name: 'Patio Norte',
    offline_alert_minutes: 30,
    alert_recipients: ['ana@site.co', 'guardia@site.co'],
    muted_alerts: ['gap', 'undervoltage'],
  })
  await changed({ version: 2, site_name: null, alert_recipients: null })
  expect((await get()).settings).toMatchObject({ site_name: null, alert_recipients: null })
  expect(await auditEntries()).toEqual(
    [
      ['site_name', null, 'Patio Norte'],
      ['offline_alert_minutes', 5, 30],
      ['alert_recipients', null, 'ana@site.co, guardia@site.co'],
      ['muted_alerts', '', 'gap, undervoltage'],
      ['site_name', 'Patio Norte', null],
      ['alert_recipients', 'ana@site.co, guardia@site.co', null],
    ].map(([name, before, after]) => {
      return ['superadmin@test.co', `settings.${name}`, name, { before, after }]
    }),
  )
})

test('refuses a change of what somebody changed since, and writes nothing of it', async () => {
  await changed({ version: 0, site_name: 'Sur' })
  const late = await patch({ version: 0, site_name: 'Norte', offline_alert_minutes: 9 })
  expect([late.status, await late.json()]).toEqual([
    412,
    {
      error: 'changed_meanwhile',
      message: 'Otra persona cambió los ajustes; revisa lo que cambió e intenta de nuevo',
    },
  ])
  expect(await get()).toMatchObject({
    settings: { site_name: 'Sur', offline_alert_minutes: 5 },
    version: 1,
  })
  expect(await auditEntries()).toHaveLength(1)
})

test('lets one of two win who change the same version at once', async () => {
  const answers = await Promise.all([
    patch({ version: 0, site_name: 'Norte' }),
    patch({ version: 0, offline_alert_minutes: 9 }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  expect((await get()).version).toBe(1)
})

test('a change that changes nothing is no entry and no version', async () => {
  expect(await changed({ version: 0, site_name: null, muted_alerts: [] })).toMatchObject({
    version: 0,
  })
  expect(await auditEntries()).toEqual([])
})

test.each([
  [{ site_name: '' }, 'site_name'],
  [{ site_name: 'n'.repeat(81) }, 'site_name'],
  [{ site_name: 'a\nb' }, 'site_name'],
  [{ site_name: 'a\u2028b' }, 'site_name'],
  [{ site_name: 'a\u2029b' }, 'site_name'],
  [{ site_name: 'Norte \u202eetroN' }, 'site_name'],
  [{ site_name: '\u200b' }, 'site_name'],
  [{ site_name: '\u200b \u2060' }, 'site_name'],
  [{ alert_recipients: [] }, 'alert_recipients'],
  [{ alert_recipients: ['nobody'] }, 'alert_recipients.0'],
  [{ alert_recipients: ['a@b.co', 'a@b.co,c@d.co'] }, 'alert_recipients.1'],
  [{ alert_recipients: ['a@b.co', 'a@b..co'] }, 'alert_recipients.1'],
  [{ alert_recipients: ['a@.'] }, 'alert_recipients.0'],
  [{ alert_recipients: ['a@b.co.'] }, 'alert_recipients.0'],
  [{ alert_recipients: ['a@[1'] }, 'alert_recipients.0'],
  [{ alert_recipients: ['a@b.co\r\nbcc: c@d.co'] }, 'alert_recipients.0'],
  [{ alert_recipients: Array.from({ length: 21 }, (_, i) => `a${i}@b.co`) }, 'alert_recipients'],
  [{ muted_alerts: ['disk_full'] }, 'muted_alerts.0'],
  [{ muted_alerts: ['gap', 'input_fire'] }, 'muted_alerts.1'],
  [{ muted_alerts: ['sensor_alarm'] }, 'muted_alerts.0'],
  [{ muted_alerts: ['quarantine'] }, 'muted_alerts.0'],
  [{ offline_alert_minutes: 2 }, 'offline_alert_minutes'],
  [{ offline_alert_minutes: 1441 }, 'offline_alert_minutes'],
  [{ offline_alert_minutes: 5.5 }, 'offline_alert_minutes'],
  [{ suppress_window_ms: '60000' }, 'suppress_window_ms'],
  [{ version: undefined }, 'version'],
])('refuses %o, naming the field and the fix', async (fault, path) => {
  const answer = await patch({ version: 0, ...fault })
  expect(answer.status).toBe(400)
  const issue = { path, message: expect.stringMatching(/^[A-ZÁÉÍÓÚ].{10}/) }
  expect(await answer.json()).toMatchObject({
    error: 'invalid_input',
    issues: expect.arrayContaining([issue]),
  })
  expect(await get()).toMatchObject({ settings: DEFAULTS, version: 0 })
})

test('is one setting with the window of the live screen, whichever changes it', async () => {
  const told: number[] = []
  hub.bus.on('suppressWindow', (ms) => told.push(ms))
  const path = '/api/settings/suppress-window'
  expect((await changed({ version: 0, suppress_window_ms: 1 })).settings).toMatchObject({
    suppress_window_ms: 10_000,
  })
  expect(await get(path)).toEqual({ ms: 10_000 })
  await hub.call('PUT', path, { token, body: { ms: 45_000 } })
  expect(await get()).toMatchObject({ settings: { suppress_window_ms: 45_000 }, version: 2 })
  expect(told).toEqual([10_000, 45_000])
  expect(await auditEntries()).toEqual(
    [
      [60_000, 10_000],
      [10_000, 45_000],
    ].map(([before, after]) => {
      const what = ['settings.suppress_window', 'suppress_window', { before, after }]
      return ['superadmin@test.co', ...what]
    }),
  )
})

test('the environment wins, and a change of what it sets is refused by the name of its variable', async () => {
  await changed({ version: 0, site_name: 'Norte' })
  await hub.close()
  await open({ siteName: 'Puerto Sur' })
  await saveSettings(hub.db, [{ key: 'site_name', value: '"Norte"' }])
  expect(await get()).toMatchObject({
    settings: { site_name: 'Puerto Sur' },
    fixed_by: { site_name: 'HUB_SITE_NAME' },
  })
  expect((await get<PublicConfig>('/api/public-config')).siteName).toBe('Puerto Sur')
  const answer = await patch({ version: 0, site_name: 'Norte', offline_alert_minutes: 9 })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    error: 'invalid_input',
    message: expect.stringContaining('HUB_SITE_NAME'),
    issues: [{ path: 'site_name' }],
  })
  expect((await get()).settings.offline_alert_minutes).toBe(5)
})

test('what a newer version wrote goes by the default, and stays until somebody sets it', async () => {
  const newer = [
    { key: 'site_name', value: '{"es":"Norte","en":"North"}' },
    { key: 'muted_alerts', value: '["gap","moon_full"]' },
    { key: 'offline_alert_minutes', value: '7 min' },
  ]
  await saveSettings(hub.db, newer)
  const names = ['site_name', 'muted_alerts', 'offline_alert_minutes']
  expect(await get()).toMatchObject({ settings: DEFAULTS, unreadable: names, version: 0 })
  expect(await changed({ version: 0, offline_alert_minutes: 5 })).toMatchObject({
    settings: DEFAULTS,
    unreadable: names.slice(0, 2),
    version: 1,
  })
  const rows = await hub.db.selectFrom('settings').selectAll().orderBy('key').execute()
  for (const row of newer.slice(0, 2)) expect(rows).toContainEqual(row)
  expect(rows).toContainEqual({ key: 'offline_alert_minutes', value: '5' })
  expect(await auditEntries()).toEqual([
    [
      'superadmin@test.co',
      'settings.offline_alert_minutes',
      'offline_alert_minutes',
      { before: '7 min', after: 5 },
    ],
  ])
})

test('what nobody could read is written down, but not at any length', async () => {
  await saveSettings(hub.db, [{ key: 'muted_alerts', value: 'x'.repeat(200_000) }])
  await changed({ version: 0, muted_alerts: ['gap'] })
  const before = `${'x'.repeat(1000)}…`
  expect((await auditEntries()).at(-1)?.at(-1)).toEqual({ before, after: 'gap' })
})

test('kinds that are always mailed are not muted by what is stored', async () => {
  expect(Alert.shape.kind.options).toEqual(expect.arrayContaining([...ALWAYS_MAILED]))
  await saveSettings(hub.db, [{ key: 'muted_alerts', value: '["gap","input_fire"]' }])
  expect(await get()).toMatchObject({ settings: { muted_alerts: ['gap'] }, unreadable: [] })
  await hub.settings.refresh()
  expect(hub.settings.current.muted_alerts).toEqual(['gap'])
})

test('whoever got alert mails, or gets them, and all superadmins are told of a change', async () => {
  await hub.close()
  const peopleMail = createNotedMail()
  await open({ peopleMail })
  await hub.addUser('ana@test.co', 'admin')
  await hub.addUser('otra@test.co', 'superadmin')
  await disableUser(hub.db, await hub.addUser('gone@test.co', 'superadmin'), Date.now())
  await changed({ version: 0, site_name: 'Norte', suppress_window_ms: 45_000 })
  expect(peopleMail.alertMails).toEqual([])

  await changed({ version: 1, alert_recipients: ['eve@test.co'], muted_alerts: ['gap'] })
  const first = { ...DEFAULTS, site_name: 'Norte', suppress_window_ms: 45_000 }
  const second = { ...first, alert_recipients: ['eve@test.co'], muted_alerts: ['gap'] }
  const all = ['ana@test.co', 'eve@test.co', 'otra@test.co', 'superadmin@test.co']
  const by = 'superadmin@test.co'
  expect(peopleMail.alertMails).toEqual([{ to: all, by, before: first, after: second }])

  await changed({ version: 2, offline_alert_minutes: 60 })
  await changed({ version: 3, alert_recipients: ['eve@test.co'] })
  const third = { ...second, offline_alert_minutes: 60 }
  const to = ['eve@test.co', 'otra@test.co', 'superadmin@test.co']
  expect(peopleMail.alertMails.slice(1)).toEqual([{ to, by, before: second, after: third }])
})

test('a name may join signs as emoji and some scripts do', async () => {
  const site_name = 'Patio 👷‍♀️ می‌خواهم'
  expect((await changed({ version: 0, site_name })).settings).toMatchObject({ site_name })
})

test('the login page, and whoever is invited, read the new name at once', async () => {
  await changed({ version: 0, site_name: 'Patio Norte' })
  const answer = await hub.call('GET', '/api/public-config')
  expect(await answer.json()).toMatchObject({ siteName: 'Patio Norte' })
})

test('is for superadmins alone', async () => {
  for (const role of ['operator', 'admin'] as const) {
    const other = await hub.tokenOf(role)
    expect((await hub.call('GET', '/api/config', { token: other })).status).toBe(403)
    const body = { version: 0, site_name: 'Mío' }
    const answer = await hub.call('PATCH', '/api/config/settings', { token: other, body })
    expect(answer.status).toBe(403)
  }
  expect((await get()).version).toBe(0)
})
