import { afterEach, beforeEach, expect, it } from 'vitest'
import { MailWatch } from '../alerts/of-hub/mail-watch.ts'
import { loadConfig } from '../config/config.ts'
import { SETTING_DEFAULTS } from '../store/settings/site-settings.ts'
import { silent } from '../testing/test-hub.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { openTestSmtp, type TestSmtp } from '../testing/test-smtp.ts'
import { type HubMail, openHubMail } from './hub-mail.ts'
import { createMailCheck } from './send-mail.ts'

const FIVE_MINUTES_MS = 5 * 60_000
let store: TempStore
let smtp: TestSmtp
let mail: HubMail | null
let isOpen: boolean
let now: number
beforeEach(async () => {
  store = await openTempStore()
  isOpen = false
  now = Date.now()
  smtp = await openTestSmtp({
    onAuth: (_auth, _session, done) =>
      isOpen ? done(null, { user: 'hub' }) : done(new Error('no such user')),
  })
})
afterEach(async () => {
  await mail?.stop()
  await smtp.close()
  await store.close()
})

it('a server that refuses the password fails by that name, until it takes it again', async () => {
  const url = smtp.url.replace('smtp://', 'smtp://hub:secret@')
  const { smtp: server, ...config } = loadConfig({ HUB_SMTP_URL: url })
  if (server === null) throw new Error('no server')
  const watch = new MailWatch({
    server: 'mail.test:587',
    verify: createMailCheck(server),
    now: () => now,
  })
  mail = openHubMail({
    config: { ...config, smtp: server },
    settings: () => SETTING_DEFAULTS,
    db: store.db,
    readOnly: store.readOnly,
    presence: { isConnected: () => false, lastSeen: () => null },
    hubAlerts: () => [],
    log: silent,
    watch,
  })
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
