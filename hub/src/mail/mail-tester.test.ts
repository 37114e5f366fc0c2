import { createServer, type AddressInfo, type Server } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SmtpServer } from '../config/smtp-url.ts'
import { openTestSmtp, type TestSmtp } from '../testing/test-smtp.ts'
import { silent } from '../testing/test-hub.ts'
import { createMailTester } from './mail-tester.ts'
import { createSendMail } from './send-mail.ts'

const now = Date.UTC(2026, 10, 20, 12)
const signal = new AbortController().signal
let smtp: TestSmtp
beforeEach(async () => {
  smtp = await openTestSmtp({
    onAuth: ({ username, password }, _session, done) =>
      // As some servers do, it repeats what it was sent.
      done(new Error(`no user ${username} with ${password}\r\n and ${btoa(String(password))}`)),
  })
})
afterEach(() => smtp.close())

function tester(settings: Partial<SmtpServer> = {}, withinMs = 60_000) {
  const plain = { host: '127.0.0.1', port: smtp.port, secure: false, tls: false, auth: null }
  const server = { ...plain, from: 'hub@site.co', ...settings }
  const send = createSendMail(server, silent, { withinMs })
  const timeZone = 'America/Bogota'
  return createMailTester({ server, send, timeZone, signal, now: () => now })
}

it('a mail that was sent is told with the words of its server', async () => {
  expect(await tester()('ana@test.co')).toEqual({
    to: 'ana@test.co',
    server: `127.0.0.1:${smtp.port}`,
    sent: true,
    cause: null,
    answer: expect.stringMatching(/^250 /),
  })
  const mail = await smtp.next()
  expect(mail).toMatchObject({ to: ['ana@test.co'], from: 'hub@site.co' })
  expect(mail.subject).toBe('Correo de prueba de Vehicle Control')
  expect(mail.text).toContain('20/11/2026 07:00 (America/Bogota)')
})

it('a mail that was refused is told with the words of its server', async () => {
  smtp.refuse('5.7.1 Not this sender')
  const answer = '554 5.7.1 Not this sender'
  expect(await tester()('ana@test.co')).toMatchObject({ sent: false, cause: 'rejected', answer })
})

it('a server that repeats what it was sent tells nobody the password', async () => {
  const auth = { user: 'hub-account', pass: 'blue tractor' }
  const { answer, ...test } = await tester({ auth })('ana@test.co')
  expect(test).toMatchObject({ sent: false, cause: 'password' })
  expect(answer).toMatch(/^535 .*no user \*\*\* with \*\*\* and \*\*\*$/)
})

it('a server that is not there is told by the fault of the network', async () => {
  await smtp.close()
  const result = await tester()('ana@test.co')
  expect(result).toMatchObject({ sent: false, cause: 'refused' })
  expect(result.answer).toContain('ECONNREFUSED')
  smtp = await openTestSmtp()
})

it('a server that says nothing is told as one that does not answer, in time', async () => {
  const dumb: Server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(dumb, 'listening')
  const { port } = dumb.address() as AddressInfo
  expect(await tester({ port }, 50)('ana@test.co')).toMatchObject({
    sent: false,
    cause: 'no_answer',
  })
  dumb.close()
})
