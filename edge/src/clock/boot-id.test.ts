import { expect, it } from 'vitest'
import { readBootId } from './boot-id.ts'
import { monotonicMs } from './monotonic.ts'

it('the boot id is the same at every start within one boot', () => {
  expect(readBootId()).toBe(readBootId())
})

it('the boot id is a random one where the kernel gives none', () => {
  const unreadable = () => {
    throw new Error('ENOENT')
  }
  expect(readBootId(unreadable)).not.toBe(readBootId(unreadable))
  expect(readBootId(() => '\n')).toHaveLength(36)
})

it('the monotonic clock never goes back', () => {
  const first = monotonicMs()
  expect(monotonicMs()).toBeGreaterThanOrEqual(first)
})
