import { expect, it } from 'vitest'
import { readUserFilters } from './user-filters.ts'

it.each([
  ['', null, null],
  ['rol=admin&estado=invited', 'admin', 'invited'],
  ['rol=root&estado=', null, null],
])('the filters of «%s» are %s and %s', (search, role, state) => {
  expect(readUserFilters(new URLSearchParams(search))).toEqual({ role, state })
})
