import { beforeEach, expect, it } from 'vitest'
import { AgentAccount, SOURCES_MAX } from './agent-account.ts'

const DAY_MS = 86_400_000
let now: number
let account: AgentAccount
beforeEach(() => {
  now = 1000
  account = new AgentAccount(() => now)
})

it('lets an agent wait for what it has spent beyond its share, and forgives it with time', () => {
  expect(account.waitMs()).toBe(0)
  account.spend(100)
  expect(account.waitMs()).toBe(0)
  account.spend(100)
  expect(account.waitMs()).toBe(400)
  now += 150
  expect(account.waitMs()).toBe(250)
  now += 100_000
  expect(account.waitMs()).toBe(0)
  // Nothing is saved up beyond what it may take at once.
  account.spend(150)
  expect(account.waitMs()).toBe(200)
})

it('is full while too many entries, or too many bytes of them, wait for the store', async () => {
  const settle: (() => void)[] = []
  const storing = (entries: number, bytes: number) =>
    account.storing(entries, bytes, new Promise<void>((resolve) => settle.push(resolve)))
  const first = storing(1500, 1000)
  expect(account.isFull).toBe(false)
  const second = storing(501, 1000)
  expect(account.isFull).toBe(true)
  settle[0]?.()
  await first
  expect(account.isFull).toBe(false)
  const third = storing(1, 600_000)
  expect(account.isFull).toBe(true)
  for (const one of settle) one()
  await Promise.all([second, third])
  expect(account.isFull).toBe(false)
})

it('takes a new source in the place of one that was not named for a day', () => {
  for (let n = 0; n < SOURCES_MAX; n++) expect(account.takesSource(`s${n}`)).toBe(true)
  expect(account.takesSource('new')).toBe(false)
  now += DAY_MS / 2
  expect(account.takesSource('s0')).toBe(true)
  now += DAY_MS / 2
  expect(account.takesSource('new')).toBe(true)
  // It took the place of s1: s0 was named since.
  expect(account.takesSource('s0')).toBe(true)
  for (let n = 2; n < SOURCES_MAX; n++) expect(account.takesSource(`s${n}`)).toBe(true)
  expect(account.takesSource('s1')).toBe(false)
})
