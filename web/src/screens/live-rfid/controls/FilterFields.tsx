import '@mantine/core/styles/Input.css'
import { Button } from '@mantine/core'
import { useStore } from '../../../browser/external-store.ts'
import { TextFilter } from '../../../forms/TextFilter.tsx'
import { LIVE_CONTROLS_TEXTS } from '../../../texts/reads/live-controls.ts'
import type { DayWatch } from '../day-watch.ts'
import { countFilters, hasDates } from '../live-filters.ts'
import type { LiveFilterControl } from '../use-live-filters.ts'
import { AgentField } from './AgentField.tsx'
import { DateField } from './DateField.tsx'
import classes from './controls.module.css'

const LABELS = LIVE_CONTROLS_TEXTS.filters

interface FilterFieldsProps {
  watch: DayWatch
  control: LiveFilterControl
}

/** Text, agent and dates, and the buttons that set and clear them. */
export function FilterFields({ watch, control }: FilterFieldsProps) {
  const { filters, change, clear } = control
  const { siteTime } = watch
  const isRefused = useStore(watch.range.state, ({ phase }) => phase === 'refused')
  const startOfToday = () => `${siteTime.day(watch.now())}T00:00`
  return (
    <search className={classes.fields} aria-label={LABELS.label}>
      <TextFilter
        label={LABELS.text}
        title={LABELS.textHint}
        value={filters.text}
        onChange={(text) => change({ text })}
      />
      <AgentField value={filters.agent} onChange={(agent) => change({ agent })} />
      <DateField
        label={LABELS.from}
        open={LABELS.fromOpen}
        value={filters.from}
        zone={siteTime.timeZone}
        fault={isRefused ? LABELS.upsideDown : null}
        onChange={(from) => change({ from })}
      />
      <DateField
        label={LABELS.to}
        open={LABELS.toOpen}
        value={filters.to}
        zone={siteTime.timeZone}
        fault={null}
        onChange={(to) => change({ to })}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => change({ from: startOfToday(), to: '' })}>
          {LABELS.today}
        </Button>
        <Button
          variant="default"
          disabled={!hasDates(filters)}
          onClick={() => change({ from: '', to: '' })}
        >
          {LABELS.clearDates}
        </Button>
        <Button variant="default" disabled={countFilters(filters) === 0} onClick={clear}>
          {LABELS.clear}
        </Button>
      </div>
    </search>
  )
}
