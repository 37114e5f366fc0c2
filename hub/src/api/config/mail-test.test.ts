import type { AuditResponse, MailTest } from '@vehicle-control/protocol'
import { afterEach, expect, test } from 'vitest'
import { createTestHub, type TestHub } from '../../testing/test-hub.ts'

const PATH = '/api/config/mail-test'
let hub: TestHub
afterEach(() => hub.close())

test('sends to the own address alone, three times an hour, and each is written down', async () => {
  const asked: string[] = []
  const told = { server: 'mail.test:587', sent: false, cause: 'refused', answer: 'connect' }
  hub = await createTestHub({
    mailTester: () => async (to) => {
      asked.push(to)
      return { to, ...told }
    },
  })
  const token = await hub.tokenOf('superadmin')
  for (let i = 0; i < 3; i++) {
    const answer = await hub.call('POST', PATH, { token, body: { to: 'eve@test.co' } })
    expect((await answer.json()) as MailTest).toEqual({ to: 'superadmin@test.co', ...told })
  }
  const refused = await hub.call('POST', PATH, { token })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
  expect(await refused.json()).toMatchObject({
    message: 'Ya probaste el correo 3 veces en una hora; intenta de nuevo en 60 min',
  })
  expect(asked).toEqual(Array(3).fill('superadmin@test.co'))
  const audit = await hub.call('GET', '/api/audit?action=settings.mail_test', { token })
  const { items } = (await audit.json()) as AuditResponse
  const entry = { actor: 'superadmin@test.co', target: 'superadmin@test.co' }
  expect(items).toMatchObject([entry, entry, entry])
})

test('names the variable where no mail server is set', async () => {
  hub = await createTestHub()
  const token = await hub.tokenOf('superadmin')
  for (let i = 0; i < 4; i++) {
    const answer = await hub.call('POST', PATH, { token })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({
      error: 'mail_unconfigured',
      message: expect.stringContaining('HUB_SMTP_URL'),
    })
  }
})
