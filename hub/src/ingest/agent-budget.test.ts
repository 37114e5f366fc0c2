import { beforeEach, expect, it } from 'vitest'
import { AgentBudget, SOURCES_MAX } from './agent-budget.ts'

const DAY_MS = 86_400_000
let now: number
let budget: AgentBudget
beforeEach(() => {
  now = 1000
  budget = new AgentBudget(() => now)
})

it('lets an agent wait for what it has spent beyond its share, and forgives it with time', () => {
  expect(budget.waitMs()).toBe(0)
  budget.spend(100)
  expect(budget.waitMs()).toBe(0)
  budget.spend(100)
  expect(budget.waitMs()).toBe(400)
  now += 150
  expect(budget.waitMs()).toBe(250)
  now += 100_000
  expect(budget.waitMs()).toBe(0)
  // Nothing is saved up beyond what it may take at once.
  budget.spend(150)
  expect(budget.waitMs()).toBe(200)
})

it('is full while too many entries, or too many bytes of them, wait for the store', async () => {
  const settle: (() => void)[] = []
  const storing = (entries: number, bytes: number) =>
    budget.storing(entries, bytes, new Promise<void>((resolve) => settle.push(resolve)))
  const first = storing(1500, 1000)
  expect(budget.isFull).toBe(false)
  const second = storing(501, 1000)
  expect(budget.isFull).toBe(true)
  settle[0]?.()
  await first
  expect(budget.isFull).toBe(false)
  const third = storing(1, 600_000)
  expect(budget.isFull).toBe(true)
  for (const one of settle) one()
  await Promise.all([second, third])
  expect(budget.isFull).toBe(false)
})

it('takes a new source in the place of one that was not named for a day', () => {
  for (let n = 0; n < SOURCES_MAX; n++) expect(budget.acceptsSource(`s${n}`)).toBe(true)
  expect(budget.acceptsSource('new')).toBe(false)
  now += DAY_MS / 2
  expect(budget.acceptsSource('s0')).toBe(true)
  now += DAY_MS / 2
  expect(budget.acceptsSource('new')).toBe(true)
  // It took the place of s1: s0 was named since.
  expect(budget.acceptsSource('s0')).toBe(true)
  for (let n = 2; n < SOURCES_MAX; n++) expect(budget.acceptsSource(`s${n}`)).toBe(true)
  expect(budget.acceptsSource('s1')).toBe(false)
})
