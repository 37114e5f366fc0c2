import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { type Hub, startHub } from '../hub.ts'
import { cheapPasswords, silent } from '../testing/test-hub.ts'
import { openTestSmtp, type TestSmtp } from '../testing/test-smtp.ts'

const email = 'ana@test.co'
let folder: string
let smtp: TestSmtp
let hub: Hub
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-mail-'))
  smtp = await openTestSmtp()
})
afterEach(async () => {
  await hub.stop()
  await smtp.close()
  await rm(folder, { recursive: true })
})

async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const account = { HUB_ADMIN_EMAIL: email, HUB_ADMIN_PASSWORD: 'correct horse' }
  const where = { HUB_HOST: '127.0.0.1', HUB_PORT: '0', HUB_DATA_DIR: folder }
  const config = loadConfig({ ...where, ...account, HUB_SMTP_URL: smtp.url, ...env })
  hub = await startHub(config, silent, cheapPasswords)
}

async function post(path: string, body: object): Promise<[status: number, body: unknown]> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(`${hub.url}/api/auth/${path}`, init)
  return [answer.status, await answer.json()]
}

test('mails a link that sets a password, to accounts only, with the same answer to all', async () => {
  await start({ HUB_PUBLIC_URL: 'https://hub.example/' })
  const unknown = await post('request-reset', { email: 'nobody@test.co' })
  expect(await post('request-reset', { email })).toEqual(unknown)
  const mail = await smtp.next()
  expect(mail).toMatchObject({
    from: 'hub@site.co',
    to: [email],
    subject: 'Restablecer la contraseña de Vehicle Control',
  })
  expect(mail.text).toContain(`Alguien pidió restablecer la contraseña de ${email}`)
  expect(mail.text).toMatch(/hasta el \d\d\/\d\d\/\d{4} \d\d:\d\d \(America\/Bogota\)/)
  const [, token] =
    /^https:\/\/hub\.example\/reset-password#token=([\w-]{43})$/m.exec(mail.text) ?? []
  const [status] = await post('reset-password', { token, newPassword: 'a better one' })
  expect(status).toBe(200)
  expect(smtp.received).toHaveLength(1)
})

test.each([
  ['is not known', {}],
  ['is that of the hub itself', { HUB_PUBLIC_URL: 'http://localhost:8080' }],
])('mails the token alone where the address of the web app %s', async (_, env) => {
  await start(env)
  const config = await (await fetch(`${hub.url}/api/public-config`)).json()
  expect(config).toMatchObject({ mailer: true })
  await post('request-reset', { email })
  const { text } = await smtp.next()
  expect(text).toMatch(/^[\w-]{43}$/m)
  expect(text).not.toContain('://')
})

test('answers while the mail server refuses or is away', async () => {
  await start({})
  smtp.refuse('no')
  expect(await post('request-reset', { email })).toEqual([200, { ok: true }])
  await smtp.close()
  expect(await post('request-reset', { email })).toEqual([200, { ok: true }])
})
