import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LoginThrottle, createLoginThrottle } from './login-throttle.ts'

let throttle: LoginThrottle
beforeEach(() => {
  vi.useFakeTimers()
  throttle = createLoginThrottle()
})
afterEach(() => void vi.useRealTimers())

test('makes an account wait 1, 2, 4 … 60 s from the fifth failure on, and never longer', async () => {
  const waits: number[] = []
  for (let i = 0; i < 13; i++) {
    await throttle.tried('a@b.co', `10.0.0.${i}`)
    const waitS = await throttle.waitS('a@b.co', '10.9.9.9')
    waits.push(waitS)
    vi.advanceTimersByTime(waitS * 1000)
    expect(await throttle.waitS('a@b.co', '10.9.9.9')).toBe(0)
  }
  expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
})

test('forgives after a success', async () => {
  for (let i = 0; i < 6; i++) await throttle.tried('a@b.co', 'x')
  await throttle.succeeded('a@b.co', 'x')
  expect(await throttle.waitS('a@b.co', 'x')).toBe(0)
  await throttle.tried('a@b.co', 'x')
  expect(await throttle.waitS('a@b.co', 'x')).toBe(0)
})

test('stops one address that tries many accounts, for the rest of the minute', async () => {
  for (let i = 0; i < 20; i++) await throttle.tried(`user${i}@b.co`, '10.0.0.1')
  expect(await throttle.waitS('other@b.co', '10.0.0.1')).toBe(60)
  expect(await throttle.waitS('other@b.co', '10.0.0.2')).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(await throttle.waitS('other@b.co', '10.0.0.1')).toBe(0)
})

test('lets any number of successful logins through from one address', async () => {
  for (let i = 0; i < 50; i++) {
    await throttle.tried('a@b.co', '10.0.0.1')
    await throttle.succeeded('a@b.co', '10.0.0.1')
  }
  expect(await throttle.waitS('a@b.co', '10.0.0.1')).toBe(0)
})
