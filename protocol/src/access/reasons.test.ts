import { expect, it } from 'vitest'
import { knownReason, REASONS } from './reasons.ts'

it('knows a reason by its name, and of a newer peer none', () => {
  for (const reason of REASONS) expect(knownReason(reason)).toBe(reason)
  for (const name of ['', 'Denied', 'toString', 'two_tags']) expect(knownReason(name)).toBeNull()
})
