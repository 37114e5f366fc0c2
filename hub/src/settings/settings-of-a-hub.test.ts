import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SiteConfig } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { type Hub, startHub } from '../hub.ts'
import { cheapPasswords, silent } from '../testing/test-hub.ts'
import { openTestSmtp, type TestSmtp } from '../testing/test-smtp.ts'

const email = 'ana@test.co'
const password = 'planted horse'
let folder: string
let smtp: TestSmtp
let hub: Hub
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-settings-'))
  smtp = await openTestSmtp()
  const config = loadConfig({
    HUB_HOST: '127.0.0.1',
    HUB_PORT: '0',
    HUB_DATA_DIR: folder,
    HUB_PUBLIC_URL: 'https://hub.example/planted-path',
    HUB_ADMIN_EMAIL: email,
    HUB_ADMIN_PASSWORD: password,
    HUB_SMTP_URL: smtp.url,
    HUB_TILES_UPSTREAM: 'http://127.0.0.1:9/planted-path/{z}/{x}/{y}.png?key=planted-key',
    HUB_CONTACT: 'planted@site.example',
    HUB_AUDIT_KEY: 'planted-audit-key-of-32-characters',
    HUB_METRICS_TOKEN: 'planted-metrics-token',
  })
  hub = await startHub(config, silent, cheapPasswords)
})
afterEach(async () => {
  await hub.stop()
  await smtp.close()
  await rm(folder, { recursive: true })
})

async function call<T>(method: string, path: string, body: object | null, token = ''): Promise<T> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return (await (await fetch(`${hub.url}/api/${path}`, init)).json()) as T
}

test('a running hub says how it is set without a secret, and mails under the name that it is given', async () => {
  const { token } = await call<{ token: string }>('POST', 'auth/login', { email, password })
  const config = await call<SiteConfig>('GET', 'config', null, token)
  const fixed = Object.fromEntries(config.fixed.map(({ name, value, by }) => [name, [value, by]]))
  expect(fixed).toMatchObject({
    data_dir: [folder, 'HUB_DATA_DIR'],
    mailer: [new URL(smtp.url).host, 'HUB_SMTP_URL'],
    tiles: ['127.0.0.1:9', 'HUB_TILES_UPSTREAM'],
    replicas: [1, null],
  })
  expect(JSON.stringify(config)).not.toContain('planted')

  const change = { version: config.version, site_name: 'Puerto Norte' }
  await call('PATCH', 'config/settings', change, token)
  expect(await call('GET', 'public-config', null)).toMatchObject({ siteName: 'Puerto Norte' })
  const sol = { email: 'sol@test.co', name: 'Sol', role: 'operator' }
  await call('POST', 'users/invites', sol, token)
  expect((await smtp.next()).text).toContain(`${email} te invita a Puerto Norte, con el rol`)
})
