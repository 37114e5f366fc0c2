import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SmtpServer } from '../config/smtp-url.ts'
import { openTestSmtp, type TestSmtp } from '../testing/test-smtp.ts'
import { createSendMail } from './send-mail.ts'

const mail = { to: ['ana@test.co'], subject: 'Contraseña', text: 'the-token\n' }
const never = new AbortController().signal
let folder: string
let certificate: { cert: string; key: string }
let open: TestSmtp[]
let logged: string[]
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-mail-tls-'))
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=mail', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject]
  execFileSync('openssl', ['req', ...kind, '-keyout', keyFile, '-out', file], { stdio: 'ignore' })
  certificate = { cert: readFileSync(file, 'utf8'), key: readFileSync(keyFile, 'utf8') }
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  open = []
  logged = []
})
afterEach(async () => {
  for (const smtp of open) await smtp.close()
})

type Options = Parameters<typeof openTestSmtp>[0]

async function server(options: Options = {}): Promise<TestSmtp> {
  const smtp = await openTestSmtp({ ...certificate, ...options })
  open.push(smtp)
  return smtp
}

/** As if it were elsewhere: TLS is asked of it. */
function sender({ port }: TestSmtp, settings: Partial<SmtpServer> = {}, ca?: string) {
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const target = { host: '127.0.0.1', port, secure: false, tls: true, auth: null }
  return createSendMail(
    { ...target, from: 'hub@site.co', ...settings },
    log,
    ca === undefined ? {} : { ca },
  )
}

test.each([
  ['a certificate that nobody vouches for', {}],
  ['no STARTTLS', { disabledCommands: ['STARTTLS'] }],
])('sends nothing to a server with %s, and says once what to do', async (_, options) => {
  const smtp = await server(options)
  const send = sender(smtp)
  for (let i = 0; i < 2; i++) await expect(send(mail, never)).rejects.toThrow()
  expect(smtp.received).toEqual([])
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain('NODE_EXTRA_CA_CERTS')
  expect(logged[0]).toContain('tls=off')
  expect(logged[0]).not.toContain('the-token')
})

test('sends nothing over smtps under such a certificate, and gives no password away', async () => {
  const users: unknown[] = []
  const onAuth: NonNullable<Options>['onAuth'] = ({ username }, _, done) => {
    users.push(username)
    done(null, { user: username })
  }
  const auth = { user: 'hub@site.co', pass: 'secret' }
  const smtps = await server({ secure: true, onAuth })
  await expect(sender(smtps, { secure: true, auth })(mail, never)).rejects.toThrow()
  const starttls = await server({ onAuth })
  await expect(sender(starttls, { auth })(mail, never)).rejects.toThrow()
  expect([users, smtps.received, starttls.received]).toEqual([[], [], []])
  expect(logged).toHaveLength(2)
})

test('sends under a certificate of a trusted authority', async () => {
  const smtp = await server({ disabledCommands: [] })
  await sender(smtp, {}, certificate.cert)(mail, never)
  const smtps = await server({ secure: true })
  await sender(smtps, { secure: true }, certificate.cert)(mail, never)
  expect([smtp.received.length, smtps.received.length, logged]).toEqual([1, 1, []])
})

test('sends in clear where tls=off says so', async () => {
  const smtp = await server({ disabledCommands: ['STARTTLS'] })
  await sender(smtp, { tls: false })(mail, never)
  expect((await smtp.next()).to).toEqual(mail.to)
  expect(logged).toEqual([])
})
