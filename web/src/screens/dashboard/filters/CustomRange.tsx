import { DateTimeField } from '../../../forms/DateTimeField.tsx'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import type { Filters } from './filters.ts'
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

/** The ends of a custom range, by the site's clocks. */
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
    </div>
  )
}
