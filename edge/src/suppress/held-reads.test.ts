import { expect, it } from 'vitest'
import type { TagRead } from '../readers/reader.ts'
import { HeldReads } from './held-reads.ts'

const read = (mono: number): TagRead => ({ reader: 'gate', uid: 'A', mono })

it('held reads are passed on in order when they are released, and at once from then on', () => {
  const passed: number[] = []
  const held = new HeldReads(({ mono }) => passed.push(mono))
  held.offer(read(1))
  held.offer(read(2))
  expect(passed).toEqual([])
  expect(held.isHolding).toBe(true)
  held.release()
  held.release()
  held.offer(read(3))
  expect(passed).toEqual([1, 2, 3])
  expect(held.isHolding).toBe(false)
})

it('held reads do not grow without bound', () => {
  let passed = 0
  const held = new HeldReads(() => passed++)
  for (let i = 0; i < 30_000; i++) held.offer(read(i))
  expect(passed).toBe(30_000)
})
