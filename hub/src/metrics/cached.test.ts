import { expect, it } from 'vitest'
import { cached } from './cached.ts'

it('gives all who ask within its time one value, and makes it anew after', async () => {
  let now = 0
  let made = 0
  const ask = cached(async () => ++made, { ttlMs: 10, timeoutMs: 60_000, now: () => now })
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  now = 9
  expect(await ask()).toBe(1)
  now = 10
  expect(await ask()).toBe(2)
})

it('gives nothing for a failure, nor what was before, and tries again', async () => {
  let now = 0
  const answers = [Promise.resolve('a'), Promise.reject(new Error('away')), Promise.resolve('b')]
  for (const answer of answers) answer.catch(() => {})
  const next = () => answers.shift() ?? Promise.reject(new Error('asked too often'))
  const ask = cached(next, { ttlMs: 10, timeoutMs: 60_000, now: () => now })
  expect(await ask()).toBe('a')
  now = 10
  expect(await ask()).toBeNull()
  expect(await ask()).toBe('b')
})

it('waits no longer than it is told, and keeps what comes later', async () => {
  let finish: (value: string) => void = () => {}
  let made = 0
  const make = () => {
    made++
    return new Promise<string>((resolve) => (finish = resolve))
  }
  const ask = cached(make, { ttlMs: 60_000, timeoutMs: 1 })
  expect(await ask()).toBeNull()
  expect(await ask()).toBeNull()
  finish('late')
  await expect.poll(ask).toBe('late')
  expect(made).toBe(1)
})
