import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/SimpleGrid.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/dates/styles.css'
import 'dayjs/locale/es'
import { DateTimePicker } from '@mantine/dates'
import { DASHBOARD_TEXTS } from '../../../texts/dashboard.ts'
import type { Filters } from './filters.ts'
import type { RangeFault } from './range.ts'
import { useDebounced } from './use-debounced.ts'
import classes from './filter-bar.module.css'

interface CustomRangeProps {
  filters: Filters
  fault: RangeFault | null
  zone: string
  onChange: (part: Partial<Filters>) => void
}

const LABELS = DASHBOARD_TEXTS.dashboard

/** The ends of a custom range, by the site's clocks. */
export function CustomRange({ filters, fault, zone, onChange }: CustomRangeProps) {
  return (
    <div className={classes.custom}>
      <End
        label={LABELS.from}
        value={filters.from}
        fault={fault}
        description={LABELS.zone(zone)}
        onChange={(from) => onChange({ from })}
      />
      <End
        label={LABELS.to}
        value={filters.to}
        fault={null}
        description={LABELS.toHint}
        onChange={(to) => onChange({ to })}
      />
    </div>
  )
}

interface EndProps {
  label: string
  value: string
  fault: RangeFault | null
  description: string
  onChange: (wall: string) => void
}

function End({ label, value, fault, description, onChange }: EndProps) {
  const [draft, setDraft] = useDebounced(value, onChange)
  const { pick } = LABELS
  return (
    <DateTimePicker
      label={label}
      description={description}
      locale="es"
      valueFormat="DD/MM/YYYY HH:mm"
      // The picker's texts have no zone, as those of the filters.
      value={draft === '' ? null : draft.replace('T', ' ')}
      onChange={(picked) => setDraft(picked === null ? '' : picked.slice(0, 16).replace(' ', 'T'))}
      error={fault && LABELS.faults[fault]}
      errorProps={{ role: 'alert' }}
      clearable
      clearButtonProps={{ 'aria-label': `${pick.erase}: ${label}` }}
      firstDayOfWeek={1}
      // Mantine's colours of these are too faint to read.
      hideOutsideDates
      weekendDays={[]}
      classNames={{ description: classes.hint, weekday: classes.hint }}
      submitButtonProps={{ 'aria-label': pick.apply }}
      timePickerProps={{ hoursInputLabel: pick.hours, minutesInputLabel: pick.minutes }}
      popoverProps={{ returnFocus: true }}
      ariaLabels={{
        previousMonth: pick.previousMonth,
        nextMonth: pick.nextMonth,
        previousYear: pick.previousYear,
        nextYear: pick.nextYear,
        previousDecade: pick.previousDecade,
        nextDecade: pick.nextDecade,
      }}
    />
  )
}
