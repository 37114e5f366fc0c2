import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/FloatingIndicator.css'
import { Button, SegmentedControl } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useApp } from '../../../app-parts.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../../texts/dashboard.ts'
import type { Filters, RangeKind } from './filters.ts'
import { rangeFault } from './range.ts'
import { TextFilter } from '../../../forms/TextFilter.tsx'
import type { FilterControl } from './use-filters.ts'
import classes from './filter-bar.module.css'

const CustomRange = lazy(async () => {
  const { CustomRange } = await import('./CustomRange.tsx')
  return { default: CustomRange }
})

const LABELS = DASHBOARD_TEXTS.dashboard
const KINDS: { value: RangeKind; label: string }[] = [
  { value: 'today', label: LABELS.ranges.today },
  { value: '24h', label: LABELS.ranges['24h'] },
  { value: 'custom', label: LABELS.ranges.custom },
]

interface FilterBarProps {
  control: FilterControl
  site: SiteClock
}

/** The controls of the filters. */
export function FilterBar({ control, site }: FilterBarProps) {
  const { serverClock } = useApp()
  const { filters, change, clear } = control
  const choose = (range: RangeKind) => {
    const startOfToday = () => site.wall(site.startOfDay(serverClock.now()))
    const from = range === 'custom' && filters.from === '' ? startOfToday() : filters.from
    change(range === 'custom' ? { range, from } : { range })
  }
  return (
    <search className={classes.panel} aria-label={LABELS.filters}>
      <div className={classes.fields}>
        <TextFilter
          label={LABELS.plate}
          value={filters.plate}
          isUpperCase
          onChange={(plate) => change({ plate })}
        />
        <TextFilter
          label={LABELS.tag}
          value={filters.tag}
          isUpperCase
          onChange={(tag) => change({ tag })}
        />
        <TextFilter
          label={LABELS.owner}
          value={filters.owner}
          onChange={(owner) => change({ owner })}
        />
        <div className={classes.range}>
          <span className={classes.label}>{LABELS.range}</span>
          <SegmentedControl
            aria-label={LABELS.range}
            data={KINDS}
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
          {LABELS.clear}
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
