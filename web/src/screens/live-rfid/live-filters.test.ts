import { SEARCH_MAX } from '@vehicle-control/protocol/limits'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSiteClock } from '../../site-time/site-clock.ts'
import {
  countFilters,
  hasDates,
  NO_FILTERS,
  readLiveFilters,
  writeLiveFilters,
} from './live-filters.ts'
import { isUpsideDown, liveSpan } from './live-span.ts'

const site = createSiteClock('America/Bogota')
const NOW = Date.parse('2026-03-10T17:30:00.000Z')

describe('the filters of the address', () => {
  it('come back as they were written, beside what else stands there', () => {
    const wall = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 16))
    const text = fc.string({ maxLength: SEARCH_MAX }).map((typed) => typed.trim())
    const filters = fc.record({
      text,
      agent: fc.stringMatching(/^[A-Za-z0-9_-]{0,64}$/),
      from: fc.oneof(fc.constant(''), wall),
      to: fc.oneof(fc.constant(''), wall),
    })
    fc.assert(
      fc.property(filters, (written) => {
        const address = writeLiveFilters(written, new URLSearchParams('kiosk=1'))
        expect(address.get('kiosk')).toBe('1')
        expect(readLiveFilters(new URLSearchParams(address.toString()))).toEqual(written)
      }),
      { numRuns: runs(100) },
    )
  })

  it('count text, agent and each date, and leave nothing behind when cleared', () => {
    const all = readLiveFilters(
      new URLSearchParams('q=x&agent=g&from=2026-03-10T00:00&to=2026-03-10T10:00'),
    )
    expect(countFilters(all)).toBe(4)
    expect(countFilters({ ...NO_FILTERS, to: '2026-03-10T10:00' })).toBe(1)
    expect(writeLiveFilters(NO_FILTERS, new URLSearchParams('q=x&from=y')).toString()).toBe('')
  })

  it('are none where they make no sense', () => {
    const filters = readLiveFilters(new URLSearchParams('q=%20&from=2026-02-31T00:00&to=soon'))
    expect(filters).toEqual(NO_FILTERS)
    expect(hasDates(filters)).toBe(false)
  })
})

describe('the span of the dates', () => {
  const iso = (at: number | null) => at && new Date(at).toISOString()
  const span = (from: string, to: string) => {
    const found = liveSpan({ from, to }, site, NOW)
    return [iso(found.from), iso(found.to)]
  }

  it('is of the clocks of the site, and has its last minute whole', () => {
    expect(span('2026-03-10T08:00', '2026-03-10T09:15')).toEqual([
      '2026-03-10T13:00:00.000Z',
      '2026-03-10T14:15:59.999Z',
    ])
  })

  it('begins with the day where its start is open, and ends now where its end is', () => {
    expect(span('', '')).toEqual(['2026-03-10T05:00:00.000Z', null])
    expect(span('', '2026-03-08T10:00')[0]).toBe('2026-03-08T05:00:00.000Z')
    expect(span('2026-03-10T08:00', '')[1]).toBeNull()
  })

  it('is upside down only with both ends', () => {
    const dates = (from: string, to: string) => isUpsideDown({ from, to }, site)
    expect(dates('2026-03-10T08:01', '2026-03-10T08:00')).toBe(true)
    expect(dates('2026-03-10T08:00', '2026-03-10T08:00')).toBe(false)
    expect(dates('2026-03-10T08:00', '')).toBe(false)
    expect(dates('', '2020-03-10T08:00')).toBe(false)
  })
})
