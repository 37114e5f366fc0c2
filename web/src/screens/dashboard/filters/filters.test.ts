import { SEARCH_MAX } from '@vehicle-control/protocol/limits'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_FILTERS, readFilters, refreshSeconds, writeFilters } from './filters.ts'

const read = (search: string) => readFilters(new URLSearchParams(search))

describe('filters in the address', () => {
  it('are the usual ones where it has none', () => {
    expect(read('')).toEqual(DEFAULT_FILTERS)
    expect(String(writeFilters(DEFAULT_FILTERS, new URLSearchParams('kiosk=1')))).toBe('kiosk=1')
  })

  it('are in upper case where plates and tags are', () => {
    expect(read('plate=abc-1&tag=e28&owner=Ana')).toMatchObject({
      plate: 'ABC-1',
      tag: 'E28',
      owner: 'Ana',
    })
  })

  it.each([
    'range=month',
    'known=2',
    'from=yesterday&to=2026-03-10',
    'from=2026-02-31T10:00',
    'from=2026-03-10T25:00',
    'from=2026-03-10T10:00Z',
  ])('leave out what makes no sense: %s', (search) => {
    expect(read(search)).toEqual(DEFAULT_FILTERS)
  })

  it.each(['abc', '-30', '7.5', '1e3'])('take no seconds from «%s»', (text) => {
    expect(read(`refresh=${text}`).refresh).toBe('')
  })

  it('come back as they were written', () => {
    const text = fc.string({ maxLength: SEARCH_MAX }).map((one) => one.trim())
    const wall = fc.constantFrom('', '2026-03-10T08:00', '2028-02-29T23:59')
    const filters = fc.record({
      known: fc.constantFrom('' as const, '0' as const, '1' as const),
      plate: text.map((one) => one.toUpperCase().trim().slice(0, SEARCH_MAX)),
      tag: text.map((one) => one.toUpperCase().trim().slice(0, SEARCH_MAX)),
      owner: text,
      range: fc.constant('custom' as const),
      from: wall,
      to: wall,
      refresh: fc.constantFrom('', '30', '4', '600'),
    })
    fc.assert(
      fc.property(filters, (written) => {
        const search = writeFilters(written, new URLSearchParams('a=1&plate=old'))
        expect(search.get('a')).toBe('1')
        expect(readFilters(new URLSearchParams(String(search)))).toEqual(written)
      }),
    )
  })

  it('keep the ends of a custom range to that range', () => {
    const custom = { ...DEFAULT_FILTERS, range: '24h' as const, from: '2026-03-10T08:00' }
    expect(String(writeFilters(custom, new URLSearchParams()))).toBe('range=24h')
  })
})

it.each([
  ['30', 30],
  ['5', 5],
  ['4', null],
  ['0', null],
  ['', null],
  ['-30', null],
  ['7.5', null],
  ['abc', null],
  ['99999999', 86_400],
])('the refresh of «%s» comes every %s seconds', (text, seconds) => {
  expect(refreshSeconds(text)).toBe(seconds)
})
