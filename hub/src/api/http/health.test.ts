import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'
import { createLoopMonitor } from './health.ts'

let hub: TestHub
let delayMs = 0
beforeEach(async () => {
  delayMs = 0
  hub = await createTestHub({ loop: { delayMs: () => delayMs, stop() {} } })
})
afterEach(() => hub.close())

test('is ready while the database answers and the event loop runs', async () => {
  const metrics = async () => (await hub.call('GET', '/metrics', { from: '127.0.0.1' })).text()
  expect((await hub.call('GET', '/readyz')).status).toBe(200)
  expect(await metrics()).toContain('\nvc_ready 1\n')
  delayMs = 5000
  expect((await hub.call('GET', '/readyz')).status).toBe(503)
  expect(await metrics()).toContain('\nvc_ready 0\n')
  expect(await metrics()).toContain('\nvc_event_loop_stall_seconds 5\n')
  delayMs = 0
  await hub.db.destroy()
  expect((await hub.call('GET', '/readyz')).status).toBe(503)
  expect(await metrics()).toContain('\nvc_ready 0\n')
  expect((await hub.call('GET', '/healthz')).status).toBe(200)
})

test('tells what runs', async () => {
  const answer = await hub.call('GET', '/healthz')
  expect(await answer.json()).toEqual({
    status: 'ok',
    version: '0.0.0',
    commit: null,
    builtAt: null,
  })
})

test('counts requests by declared route, never by what somebody typed', async () => {
  await hub.call('GET', '/api/made-up-path')
  await hub.call('POST', '/api/agents/some-code/rotate-key')
  const text = await (await hub.call('GET', '/metrics', { from: '127.0.0.1' })).text()
  expect(text).toContain('route="other",status="404"')
  expect(text).toContain('route="/api/agents/:code/rotate-key",status="401"')
  expect(text).not.toMatch(/made-up-path|some-code/)
})

test('sees one stall among thousands of turns, and for ten seconds at least', () => {
  vi.useFakeTimers()
  const histogram = {
    max: 0,
    enable: () => true,
    disable: () => true,
    reset: () => void (histogram.max = 0),
  }
  const loop = createLoopMonitor(histogram)
  vi.advanceTimersByTime(9999)
  histogram.max = 3e9
  expect(loop.delayMs()).toBe(3000)
  vi.advanceTimersByTime(1)
  expect(loop.delayMs()).toBe(3000)
  vi.advanceTimersByTime(10_000)
  expect(loop.delayMs()).toBe(0)
  loop.stop()
  vi.useRealTimers()
})
