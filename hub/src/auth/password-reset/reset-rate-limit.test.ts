import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestHub } from '../../testing/test-hub.ts'
import { type ResetRateLimit, createResetRateLimit } from './reset-rate-limit.ts'

let rateLimit: ResetRateLimit
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  rateLimit = createResetRateLimit()
})
afterEach(() => void vi.useRealTimers())

test('gives an account five tokens in a quarter of an hour, whoever asks', async () => {
  for (let i = 0; i < 5; i++) expect(await rateLimit.requested('a@b.co', `10.0.0.${i}`)).toBe(0)
  expect(await rateLimit.requested('a@b.co', '10.0.0.9')).toBe(900)
  expect(await rateLimit.requested('other@b.co', '10.0.0.9')).toBe(0)
  vi.advanceTimersByTime(900_000)
  expect(await rateLimit.requested('a@b.co', '10.0.0.9')).toBe(0)
})

test('gives an address twenty requests, and counts one IPv6 network as one address', async () => {
  for (let i = 0; i < 20; i++) {
    vi.advanceTimersByTime(100)
    expect(await rateLimit.requested(`user${i}@b.co`, `2001:db8:0:7::${i}`)).toBe(0)
  }
  vi.advanceTimersByTime(1000)
  expect(await rateLimit.requested('a@b.co', '2001:db8:0:7::ffff')).toBeGreaterThan(800)
  expect(await rateLimit.requested('a@b.co', '2001:db8:0:8::1')).toBe(0)
})

test('lets all addresses together ask ten times a second', async () => {
  for (let i = 0; i < 10; i++) await rateLimit.requested(`user${i}@b.co`, `10.0.0.${i}`)
  expect(await rateLimit.requested('a@b.co', '10.9.9.9')).toBe(1)
  vi.advanceTimersByTime(1000)
  expect(await rateLimit.requested('a@b.co', '10.9.9.9')).toBe(0)
})

test('lets an address try twenty tokens a minute', async () => {
  for (let i = 0; i < 20; i++) expect(await rateLimit.tried('10.0.0.1')).toBe(0)
  expect(await rateLimit.tried('10.0.0.1')).toBe(60)
  expect(await rateLimit.tried('10.0.0.2')).toBe(0)
})

test('says over HTTP how long to wait, the same for unknown accounts', async () => {
  vi.useRealTimers()
  const hub = await createTestHub({
    resetRateLimit: { requested: async () => 7, tried: async () => 8 },
  })
  const ask = (path: string, body: unknown) => hub.call('POST', `/api/auth/${path}`, { body })
  for (const [answer, wait] of [
    [await ask('request-reset', { email: 'nobody@test.co' }), '7'],
    [await ask('reset-password', { token: 'anything', newPassword: 'a better one' }), '8'],
  ] as const) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, wait])
    expect(await answer.json()).toMatchObject({ error: 'rate_limited' })
  }
  await hub.close()
})
