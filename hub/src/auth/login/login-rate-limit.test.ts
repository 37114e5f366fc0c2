import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LoginRateLimit, createLoginRateLimit } from './login-rate-limit.ts'

let rateLimit: LoginRateLimit
beforeEach(() => {
  vi.useFakeTimers()
  rateLimit = createLoginRateLimit()
})
afterEach(() => void vi.useRealTimers())

async function tries(count: number, account: (i: number) => string, address: string) {
  for (let i = 0; i < count; i++) await rateLimit.tried(account(i), address)
}

/** For how long each try is held back, in milliseconds. */
async function holds(...addresses: string[]): Promise<unknown[]> {
  const held: unknown[] = []
  for (const address of addresses) held.push(await rateLimit.slowed(address))
  return held
}
const heldFor = (...each: number[]) => each.map((holdMs) => ({ holdMs }))

test('makes an address wait 1, 2, 4 … 60 s from its fifth failure on, and never longer', async () => {
  const waits: number[] = []
  for (let i = 0; i < 13; i++) {
    await rateLimit.tried('a@b.co', '10.0.0.1')
    const waitS = await rateLimit.waitS('a@b.co', '10.0.0.1')
    waits.push(waitS)
    vi.advanceTimersByTime(waitS * 1000)
    expect(await rateLimit.waitS('a@b.co', '10.0.0.1')).toBe(0)
  }
  expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
})

test('locks no address out by the failures of others', async () => {
  await tries(9, () => 'a@b.co', '10.0.0.1')
  expect(await rateLimit.waitS('a@b.co', '10.0.0.1')).toBeGreaterThan(0)
  expect(await rateLimit.waitS('a@b.co', '10.0.0.2')).toBe(0)
})

test('forgets the failures after a success', async () => {
  await tries(6, () => 'a@b.co', 'x')
  await rateLimit.succeeded('a@b.co', 'x')
  expect(await rateLimit.waitS('a@b.co', 'x')).toBe(0)
  await rateLimit.tried('a@b.co', 'x')
  expect(await rateLimit.waitS('a@b.co', 'x')).toBe(0)
})

test('holds an address that fails at many accounts to two tries a second, and stops nobody behind it', async () => {
  await tries(20, (i) => `user${i}@b.co`, '10.0.0.1')
  expect(await holds('10.0.0.1', '10.0.0.1', '10.0.0.1')).toEqual(heldFor(0, 500, 1000))
  expect(await rateLimit.waitS('ana@b.co', '10.0.0.1')).toBe(0)
  expect(await holds('10.0.0.2')).toEqual(heldFor(0))
  vi.advanceTimersByTime(61_000)
  expect(await holds('10.0.0.1', '10.0.0.1')).toEqual(heldFor(0, 0))
})

test('sends back what would be held for more than five seconds', async () => {
  await tries(20, (i) => `user${i}@b.co`, '10.0.0.1')
  for (let i = 0; i < 11; i++) await rateLimit.slowed('10.0.0.1')
  expect(await holds('10.0.0.1')).toEqual([{ retryAfterS: 1 }])
  vi.advanceTimersByTime(500)
  expect(await holds('10.0.0.1')).toEqual(heldFor(5000))
})

test('counts the addresses of one IPv6 network as one', async () => {
  await tries(20, (i) => `user${i}@b.co`, '2001:db8:0:7::1')
  const same = ['2001:db8:0:7:ffff::', '2001:0DB8::7:0:0:192.0.2.1', '2001:db8:0:7::5%eth0']
  expect(await holds(...same)).toEqual(heldFor(0, 500, 1000))
  expect(await holds('2001:db8:0:8::1', '2001:db8:0:8::1')).toEqual(heldFor(0, 0))
})

test('lets any number of successful logins through from one address', async () => {
  for (let i = 0; i < 50; i++) {
    await tries(1, () => 'a@b.co', '10.0.0.1')
    await rateLimit.succeeded('a@b.co', '10.0.0.1')
  }
  expect(await rateLimit.waitS('a@b.co', '10.0.0.1')).toBe(0)
  expect(await holds('10.0.0.1', '10.0.0.1')).toEqual(heldFor(0, 0))
})
