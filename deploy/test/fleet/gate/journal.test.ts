import { expect, it } from 'vitest'
import { judge } from './journal.ts'

it('counts what was printed long before the port was let go, and sets the rest apart', () => {
  const lines = [
    { at: 0, boot: true as const },
    { at: 1, held: true },
    { at: 2, tag: 1 },
    { at: 3, tag: 2 },
    { at: 3.5, held: false },
    { at: 5, held: true },
    { at: 6, tag: 3 },
  ]
  expect(judge(lines)).toEqual({ taken: [1, 3], onTheWay: [2] })
})

it('takes a gate that starts anew for one whose machine was killed', () => {
  const killed = [
    { at: 1, held: true },
    { at: 2, tag: 1 },
    { at: 2.9, tag: 2 },
    { at: 3.2, tag: 3 },
    { at: 9, boot: true as const },
  ]
  expect(judge(killed)).toEqual({ taken: [1], onTheWay: [2, 3] })
})
