import { lazy, Suspense, useEffect, useRef } from 'react'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import type { Filters } from './filters.ts'
import { rangeFault } from './range.ts'
import type { FilterControl } from './use-filters.ts'
import classes from './range-dates.module.css'

const CustomRange = lazy(async () => {
  const { CustomRange } = await import('./CustomRange.tsx')
  return { default: CustomRange }
})

interface RangeDatesProps {
  control: FilterControl
  site: SiteClock
}

/** The dates of a custom range, below the toolbar; nothing for the other ranges. */
export function RangeDates({ control, site }: RangeDatesProps) {
  const { filters, change } = control
  const { range } = filters
  const isLeft = useRef(false)
  useEffect(() => {
    if (!isLeft.current || range === 'custom') return
    isLeft.current = false
    // The button that was pressed is gone: its range is one of the segments now.
    document.querySelector<HTMLInputElement>('[role="radiogroup"] input:checked')?.focus()
  }, [range])
  if (range !== 'custom') return null
  return (
    <Suspense fallback={<div className={classes.waiting} />}>
      <CustomRange
        filters={filters}
        fault={rangeFault(filters, site)}
        zone={site.timeZone}
        onChange={(part: Partial<Filters>) => {
          isLeft.current = part.range !== undefined
          change(part)
        }}
      />
    </Suspense>
  )
}
