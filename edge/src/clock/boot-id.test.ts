import { expect, it } from 'vitest'
import { readBootId } from './boot-id.ts'
import { monotonicMs } from './monotonic.ts'

it('is the same at every start within one boot', () => {
  expect(readBootId()).toBe(readBootId())
})

it('is a fresh one where the kernel gives none', () => {
  const unreadable = () => {
    throw new Error('ENOENT')
  }
  expect(readBootId(unreadable)).not.toBe(readBootId(unreadable))
  expect(readBootId(() => '\n')).toHaveLength(36)
})

it('goes with a clock that never goes back', () => {
  const first = monotonicMs()
  expect(monotonicMs()).toBeGreaterThanOrEqual(first)
})
