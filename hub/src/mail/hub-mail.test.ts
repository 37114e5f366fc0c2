import type { HubAlert, SiteSettings } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MailWatch } from '../alerts/of-hub/mail-watch.ts'
import { loadConfig } from '../config/config.ts'
import { SETTING_DEFAULTS } from '../store/settings/site-settings.ts'
import { silent } from '../testing/test-hub.ts'
import { openTempSqlite } from '../testing/temp-sqlite.ts'
import { openTestSmtp, type TestSmtp } from '../testing/test-smtp.ts'
import { type HubMail, openHubMail } from './hub-mail.ts'
import { createMailCheck } from './send-mail.ts'

const FIVE_MINUTES_MS = 5 * 60_000
// Of SQLite alone: by pretended minutes no answer of Postgres arrives.
let store: Awaited<ReturnType<typeof openTempSqlite>>
let smtp: TestSmtp
let mail: HubMail | null
let isOpen: boolean
let now: number
let settings: SiteSettings
let hubAlerts: HubAlert[]
/** The mailboxes that the server does not know. */
let unknown: string[]
beforeEach(async () => {
  store = await openTempSqlite()
  isOpen = false
  settings = SETTING_DEFAULTS
  hubAlerts = []
  unknown = []
  now = Date.now()
  smtp = await openTestSmtp({
    onAuth: (_auth, _session, done) =>
      isOpen ? done(null, { user: 'hub' }) : done(new Error('no such user')),
    onRcptTo: ({ address }, _session, done) =>
      unknown.includes(address)
        ? done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
        : done(),
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await mail?.stop()
  await smtp.close()
  await store.close()
})

/** The mail of a hub, and what its bell says of it. */
function openMail(url: string): MailWatch {
  const { smtp: server, ...config } = loadConfig({ HUB_SMTP_URL: url })
  if (server === null) throw new Error('no server')
  const watch = new MailWatch({
    server: 'mail.test:587',
    verify: createMailCheck(server),
    now: () => now,
  })
  mail = openHubMail({
    config: { ...config, smtp: server },
    settings: () => settings,
    db: store.db,
    readOnly: store.readOnly,
    presence: { isConnected: () => false, lastSeen: () => null },
    hubAlerts: () => hubAlerts,
    log: silent,
    watch,
  })
  return watch
}

it('a server that refuses the password fails by that name, until it takes it again', async () => {
  const watch = openMail(smtp.url.replace('smtp://', 'smtp://hub:secret@'))
  for (const token of ['a', 'b']) {
    await mail?.deliverReset({ email: 'ana@test.co', token, expiresAt: now + 3_600_000 })
  }
  const failing = { kind: 'mail_failing', cause: 'password', server: 'mail.test:587' }
  await expect.poll(() => watch.findings(), { timeout: 30_000 }).toMatchObject([failing])

  now += FIVE_MINUTES_MS
  await watch.look()
  expect(watch.findings()).toMatchObject([failing])
  isOpen = true
  now += FIVE_MINUTES_MS
  await watch.look()
  expect(watch.findings()).toEqual([])
})

const FAILING = { kind: 'mail_failing', cause: 'rejected', server: 'mail.test:587' }
const alert = (kind: HubAlert['kind']): HubAlert => {
  const since = new Date(now).toISOString()
  return { kind, hub: '', since, until: null, cause: null }
}

it.each([
  ['the only recipient of alerts', ['fire@gmial.test']],
  ['one of several recipients of alerts', ['fire@gmial.test', 'luz@site.co']],
])('%s that is refused again and again is in the bell', async (_, alert_recipients) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now })
  let tries = 0
  const watch = openMail(smtp.url)
  const [heard, taken] = [vi.spyOn(watch, 'failed'), vi.spyOn(watch, 'sent')]
  const digest = async () => {
    await vi.advanceTimersByTimeAsync(FIVE_MINUTES_MS)
    tries++
    await expect
      .poll(() => heard.mock.calls.length + taken.mock.calls.length, { timeout: 10_000 })
      .toBe(tries)
    now = Date.now()
  }
  settings = { ...SETTING_DEFAULTS, alert_recipients }
  unknown = ['fire@gmial.test']
  hubAlerts = [alert('backup_never')]
  mail?.start()
  await digest()
  expect(watch.findings()).toEqual([])
  hubAlerts = [...hubAlerts, alert('disk_filling')]
  await digest()
  expect(watch.findings()).toMatchObject([FAILING])
  // What others get says nothing of these.
  watch.sent()
  tries++
  expect(watch.findings()).toMatchObject([FAILING])

  unknown = []
  hubAlerts = [...hubAlerts, alert('disk_full')]
  await digest()
  expect(watch.findings()).toEqual([])
})

it('a recipient who is refused leaves the bell after a day without another alert mail', async () => {
  const watch = openMail(smtp.url)
  watch.alertMail(true)
  watch.alertMail(true)
  expect(watch.findings()).toMatchObject([FAILING])
  now += 25 * 60 * 60_000
  await watch.look()
  expect(watch.findings()).toEqual([])
})
