import { Button } from '@mantine/core'
import { DateTimeField } from '../../../forms/DateTimeField.tsx'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { CALENDAR_RANGES, type Filters } from './filters.ts'
import type { RangeFault } from './range.ts'
import classes from './range-dates.module.css'

interface CustomRangeProps {
  filters: Filters
  fault: RangeFault | null
  zone: string
  onChange: (part: Partial<Filters>) => void
}

const LABELS = DASHBOARD_TEXTS.dashboard

const wallOf = (named: string) => named.slice(0, 16)
/** The UTC offset, where the clocks show this minute twice. */
const offsetOf = (named: string) => (named.length > 16 ? ` · UTC${named.slice(16)}` : '')

/** The ends of a custom range, by the site's clocks, and the ranges of the calendar beside them. */
export function CustomRange({ filters, fault, zone, onChange }: CustomRangeProps) {
  return (
    <div className={classes.custom}>
      <DateTimeField
        label={LABELS.from}
        value={wallOf(filters.from)}
        fault={fault && LABELS.faults[fault]}
        description={LABELS.zone(zone) + offsetOf(filters.from)}
        onChange={(from) => onChange({ from })}
      />
      <DateTimeField
        label={LABELS.to}
        value={wallOf(filters.to)}
        fault={null}
        description={LABELS.toHint + offsetOf(filters.to)}
        onChange={(to) => onChange({ to })}
      />
      {CALENDAR_RANGES.map((range) => (
        <Button
          key={range}
          variant="default"
          className={classes.calendar}
          onClick={() => onChange({ range })}
        >
          {LABELS.ranges[range]}
        </Button>
      ))}
    </div>
  )
}
