import { expect, it } from 'vitest'
import { describeStep } from './describe-step.ts'

it.each([
  [1200, '1.2 s forward'],
  [-59_000, '59 s back'],
  [90_000, '1 min 30 s forward'],
  [-3_600_000, '1 h back'],
  [7_500_000, '2 h 5 min forward'],
  [270_000_000, '3 d 3 h forward'],
])('a step of %s ms is told as %s', (stepMs, words) => {
  expect(describeStep(stepMs)).toBe(words)
})
