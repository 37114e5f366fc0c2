import type { AuditResponse } from '@vehicle-control/protocol'
import { afterEach, expect, test } from 'vitest'
import { createTestHub, type TestHub } from '../../testing/test-hub.ts'

const PATH = '/api/config/diagnostics'
let hub: TestHub
afterEach(() => hub.close())

test('is a file that the browser saves, and each one is written down', async () => {
  const now = Date.UTC(2026, 10, 20, 12, 34)
  hub = await createTestHub({ diagnostics: async () => new Uint8Array([80, 75]), now: () => now })
  const token = await hub.tokenOf('superadmin')
  const answer = await hub.call('GET', PATH, { token, headers: { 'accept-encoding': 'gzip' } })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-length': '2',
    'content-disposition': 'attachment; filename="diagnostico-202611201234.zip"',
    'cache-control': 'no-store',
  })
  expect(await answer.text()).toBe('PK')
  const audit = await hub.call('GET', '/api/audit?action=settings.diagnostics', { token })
  const { items } = (await audit.json()) as AuditResponse
  const entry = { actor: 'superadmin@test.co', target: 'diagnostics', detail: {} }
  expect(items).toMatchObject([entry])
})

test('is admitted as an export: a session has few open at once', async () => {
  let finish = () => {}
  const made = new Promise<void>((resolve) => (finish = resolve))
  hub = await createTestHub({
    async diagnostics() {
      await made
      return new Uint8Array([80, 75])
    },
  })
  const token = await hub.tokenOf('superadmin')
  const asked = Array.from({ length: 5 }, () => hub.call('GET', PATH, { token }))
  const first = await Promise.race(asked)
  expect(first.status).toBe(503)
  finish()
  const answers = await Promise.all(asked.map(async (one) => await (await one).text()))
  expect(answers.filter((text) => text === 'PK')).toHaveLength(4)
})
