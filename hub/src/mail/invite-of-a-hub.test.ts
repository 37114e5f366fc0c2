import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { type Hub, startHub } from '../hub.ts'
import { cheapPasswords, silent } from '../testing/test-hub.ts'
import { openTestSmtp, type TestSmtp } from '../testing/test-smtp.ts'

const email = 'ana@test.co'
const password = 'correct horse'
let folder: string
let smtp: TestSmtp
let hub: Hub
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-invite-'))
  smtp = await openTestSmtp()
  const account = { HUB_ADMIN_EMAIL: email, HUB_ADMIN_PASSWORD: password }
  const where = { HUB_HOST: '127.0.0.1', HUB_PORT: '0', HUB_DATA_DIR: folder }
  const site = { HUB_PUBLIC_URL: 'https://hub.example/', HUB_SITE_NAME: 'Puerto Norte' }
  const config = loadConfig({ ...where, ...account, ...site, HUB_SMTP_URL: smtp.url })
  hub = await startHub(config, silent, cheapPasswords)
})
afterEach(async () => {
  await hub.stop()
  await smtp.close()
  await rm(folder, { recursive: true })
})

async function post(path: string, body: object, token = ''): Promise<[number, unknown]> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(`${hub.url}/api/${path}`, init)
  return [answer.status, await answer.json()]
}

test('a running hub mails an invite that lets its holder in, and shows it where the mail fails', async () => {
  const [, login] = await post('auth/login', { email, password })
  const { token } = login as { token: string }
  const sol = { email: 'sol@test.co', name: 'Sol', role: 'operator' }
  smtp.refuse('no')
  expect(await post('users/invites', sol, token)).toMatchObject([
    201,
    {
      user: { state: 'invited' },
      invite: { mailed: false, link: expect.stringContaining('#token=') },
    },
  ])
  smtp.refuse(null)
  expect(await post('users/2/invite', {}, token)).toMatchObject([
    200,
    { user: { invite: { sent_by: email } }, invite: { mailed: true, link: null } },
  ])
  const mail = await smtp.next()
  expect(mail).toMatchObject({ to: ['sol@test.co'], subject: 'Invitación a Vehicle Control' })
  expect(mail.text).toContain(`${email} te invita a Puerto Norte, con el rol de operador.`)
  const [, shown] = /^https:\/\/hub\.example\/invitacion#token=([\w-]{43})$/m.exec(mail.text) ?? []
  expect(await post('auth/invites/look', { token: shown })).toEqual([
    200,
    { email: 'sol@test.co', name: 'Sol', role: 'operator', site_name: 'Puerto Norte' },
  ])
  const given = { token: shown, password: 'green tractor' }
  expect(await post('auth/invites/accept', given)).toMatchObject([
    200,
    { user: { email: 'sol@test.co' } },
  ])

  const proof = { currentPassword: password }
  const [status] = await post('users/2/second-factor-reset', {}, token)
  expect(status).toBe(403)
  await patch(2, { role: 'superadmin', proof }, token)
  const notice = await smtp.next()
  expect(notice).toMatchObject({ to: ['sol@test.co'] })
  expect(notice.text).toContain(`En Puerto Norte, ${email} te dio el rol de superadministrador.`)
})

async function patch(id: number, body: object, token: string): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const init = { method: 'PATCH', headers, body: JSON.stringify(body) }
  expect((await fetch(`${hub.url}/api/users/${id}`, init)).status).toBe(200)
}
