import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/FloatingIndicator.css'
import { Button, SegmentedControl } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useApp } from '../../../app-parts.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { dashboardTexts } from '../../../texts/dashboard.ts'
import type { Filters, RangeKind } from './filters.ts'
import { rangeFault } from './range.ts'
import { TextFilter } from './TextFilter.tsx'
import type { FilterControl } from './use-filters.ts'
import classes from './filter-bar.module.css'

const CustomRange = lazy(async () => {
  const { CustomRange } = await import('./CustomRange.tsx')
  return { default: CustomRange }
})

const labels = dashboardTexts.dashboard
const kinds: { value: RangeKind; label: string }[] = [
  { value: 'today', label: labels.ranges.today },
  { value: '24h', label: labels.ranges['24h'] },
  { value: 'custom', label: labels.ranges.custom },
]

interface FilterBarProps {
  control: FilterControl
  site: SiteClock
}

/** Which reads the dashboard is about. */
export function FilterBar({ control, site }: FilterBarProps) {
  const { serverClock } = useApp()
  const { filters, change, clear } = control
  const choose = (range: RangeKind) => {
    const startOfToday = () => site.wall(site.startOfDay(serverClock.now()))
    const from = range === 'custom' && filters.from === '' ? startOfToday() : filters.from
    change(range === 'custom' ? { range, from } : { range })
  }
  return (
    <search className={classes.panel} aria-label={labels.filters}>
      <div className={classes.fields}>
        <TextFilter
          label={labels.plate}
          value={filters.plate}
          isUpperCase
          onChange={(plate) => change({ plate })}
        />
        <TextFilter
          label={labels.tag}
          value={filters.tag}
          isUpperCase
          onChange={(tag) => change({ tag })}
        />
        <TextFilter
          label={labels.owner}
          value={filters.owner}
          onChange={(owner) => change({ owner })}
        />
        <div className={classes.range}>
          <span className={classes.label}>{labels.range}</span>
          <SegmentedControl
            aria-label={labels.range}
            data={kinds}
            value={filters.range}
            onChange={choose}
            transitionDuration={0}
            fullWidth
          />
        </div>
        <Button
          variant="default"
          className={classes.clear}
          leftSection={<IconFilterOff size={18} aria-hidden />}
          onClick={clear}
        >
          {labels.clear}
        </Button>
      </div>
      {filters.range === 'custom' && (
        <Suspense fallback={<div className={classes.waiting} />}>
          <CustomRange
            filters={filters}
            fault={rangeFault(filters, site)}
            zone={site.timeZone}
            onChange={(part: Partial<Filters>) => change(part)}
          />
        </Suspense>
      )}
    </search>
  )
}
