import '@mantine/core/styles/Input.css'
import { Button, Input } from '@mantine/core'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { useStore } from '../../../browser/external-store.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { TextFilter } from '../../../forms/TextFilter.tsx'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { LIVE_CONTROLS_TEXTS } from '../../../texts/reads/live-controls.ts'
import type { DayWatch } from '../day-watch.ts'
import { countFilters, hasDates } from '../live-filters.ts'
import type { LiveFilterControl } from '../use-live-filters.ts'
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

const AgentPicker = lazyPart(async () => (await import('./AgentPicker.tsx')).AgentPicker)

interface AgentFieldProps {
  /** A code; empty: all agents. */
  value: string
  onChange: (code: string) => void
}

/** All agents or one; the list is fetched when the field is pressed. */
function AgentField({ value, onChange }: AgentFieldProps) {
  const { agents } = useLiveLink()
  return (
    <PressedField
      label={LABELS.agent}
      shown={value === '' ? LABELS.allAgents : (agents.get(value)?.name ?? value)}
      isEmpty={value === ''}
    >
      <AgentPicker value={value} onChange={onChange} />
    </PressedField>
  )
}

const DateTimeField = lazyPart(
  async () => (await import('../../../forms/DateTimeField.tsx')).DateTimeField,
)

interface DateFieldProps {
  label: string
  /** What the field says while it is empty. */
  open: string
  /** YYYY-MM-DDTHH:mm by the site's clocks; empty where open. */
  value: string
  zone: string
  fault: string | null
  onChange: (wall: string) => void
}

/** One end of the dates; its calendar is loaded when the field is pressed. */
function DateField({ label, open, value, zone, fault, onChange }: DateFieldProps) {
  return (
    <PressedField
      label={label}
      shown={value === '' ? open : dayFirst(value)}
      isEmpty={value === ''}
      fault={fault}
    >
      <DateTimeField
        label={label}
        value={value}
        placeholder={open}
        title={LIVE_CONTROLS_TEXTS.filters.zone(zone)}
        fault={fault}
        isOpenAtFirst
        onChange={onChange}
      />
    </PressedField>
  )
}

function dayFirst(wall: string): string {
  const [day = '', time = ''] = wall.split('T')
  return `${day.split('-').toReversed().join('/')} ${time}`
}

interface PressedFieldProps {
  label: string
  /** What the field holds, in words. */
  shown: string
  isEmpty: boolean
  fault?: string | null
  /** The field itself, which is loaded when the button is pressed. */
  children: ReactNode
}

/** A button that looks like a field; a press loads the field and puts it in the button's place. */
function PressedField({ label, shown, isEmpty, fault = null, children }: PressedFieldProps) {
  const [isPressed, setPressed] = useState(false)
  const id = useId()
  const placeholder = (
    <Input.Wrapper
      label={label}
      labelProps={{ htmlFor: id }}
      error={fault}
      errorProps={{ role: 'alert' }}
    >
      <Input
        component="button"
        type="button"
        id={id}
        pointer
        aria-label={`${label}: ${shown}`}
        aria-haspopup="dialog"
        aria-busy={isPressed}
        onClick={() => setPressed(true)}
      >
        <span className={isEmpty ? 'muted' : undefined}>{shown}</span>
      </Input>
    </Input.Wrapper>
  )
  return isPressed ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder
}
