import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestHub, createTestHub } from '../testing/test-hub.ts'

let hub: TestHub
let delayMs = 0
beforeEach(async () => {
  delayMs = 0
  hub = await createTestHub({ loop: { delayMs: () => delayMs, stop() {} } })
})
afterEach(() => hub.close())

test('is ready while the database answers and the event loop runs', async () => {
  expect((await hub.call('GET', '/readyz')).status).toBe(200)
  delayMs = 5000
  expect((await hub.call('GET', '/readyz')).status).toBe(503)
  delayMs = 0
  await hub.db.destroy()
  expect((await hub.call('GET', '/readyz')).status).toBe(503)
  expect((await hub.call('GET', '/healthz')).status).toBe(200)
})

test('counts requests by declared route, never by what somebody typed', async () => {
  await hub.call('GET', '/api/made-up-path')
  await hub.call('POST', '/api/agents/some-code/rotate-key')
  const text = await (await hub.call('GET', '/metrics')).text()
  expect(text).toContain('route="other",status="404"')
  expect(text).toContain('route="/api/agents/:code/rotate-key",status="401"')
  expect(text).not.toMatch(/made-up-path|some-code/)
})
