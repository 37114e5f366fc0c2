import type { Query } from '@tanstack/react-query'
import type { SitePlan } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { placedPlanQuery } from './site-plan.ts'

const plan = { id: 'a', width: 40, height: 30, points: [], version: 2 }

/** After how many milliseconds a map asks again, that has this by its mark. */
function again(mark: string, data: SitePlan | null | undefined): number | false | undefined {
  const { refetchInterval } = placedPlanQuery(() => Promise.reject(new Error('away')), mark)
  if (typeof refetchInterval !== 'function') return refetchInterval
  const query = { state: { data } } as Query<SitePlan | null, Error, SitePlan | null, string[]>
  return refetchInterval(query)
}

it('is asked for again where it could not be had, or is of before its mark, and no more then', () => {
  expect(again('a-2', undefined)).toBe(15_000)
  expect(again('a-3', plan)).toBe(15_000)
  expect(again('b-2', null)).toBe(15_000)
  expect(again('a-2', plan)).toBe(false)
})
