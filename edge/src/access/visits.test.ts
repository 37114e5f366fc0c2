import { expect, it } from 'vitest'
import { VISIT_SILENCE_MS, Visits } from './visits.ts'

it('a visit goes on while its tag is heard, and is over after a minute of silence', () => {
  const visits = new Visits()
  expect(visits.goesOn('A', 0)).toBe(false)
  visits.begin('A', 0)
  let at = 0
  for (let i = 0; i < 5; i++) expect(visits.goesOn('A', (at += VISIT_SILENCE_MS - 1))).toBe(true)
  expect(visits.goesOn('B', at)).toBe(false)
  expect(visits.goesOn('A', at + VISIT_SILENCE_MS)).toBe(false)
  expect(visits.goesOn('A', at + VISIT_SILENCE_MS)).toBe(false)
})

it('a read from before does not move a visit', () => {
  const visits = new Visits()
  visits.begin('A', 50_000)
  expect(visits.goesOn('A', 1000)).toBe(true)
  expect(visits.goesOn('A', 50_000 + VISIT_SILENCE_MS)).toBe(false)
})

it('of too many visits the one that was silent for longest is forgotten', () => {
  const visits = new Visits(3)
  for (const [at, uid] of ['A', 'B', 'C'].entries()) visits.begin(uid, at)
  expect(visits.goesOn('A', 10)).toBe(true)
  visits.begin('D', 11)
  expect(['A', 'B', 'C', 'D'].map((uid) => visits.goesOn(uid, 12))).toEqual([
    true,
    false,
    true,
    true,
  ])
})

it('visits that are over take no memory when others begin', () => {
  const visits = new Visits()
  for (let i = 0; i < 500; i++) visits.begin(`T${i}`, i)
  visits.begin('NEW', VISIT_SILENCE_MS + 450)
  expect(visits.size).toBe(50)
})
