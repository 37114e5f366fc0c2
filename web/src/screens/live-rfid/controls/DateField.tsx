import { lazyPart } from '../../../components/lazy-part.tsx'
import { LIVE_CONTROLS_TEXTS } from '../../../texts/reads/live-controls.ts'
import { PressedField } from './PressedField.tsx'

const DateTimeField = lazyPart(
  async () => (await import('../../../forms/DateTimeField.tsx')).DateTimeField,
)

interface DateFieldProps {
  label: string
  /** What the field means while it is empty. */
  open: string
  /** YYYY-MM-DDTHH:mm by the site's clocks; empty where open. */
  value: string
  zone: string
  fault: string | null
  onChange: (wall: string) => void
}

/** One end of the dates; its calendar is loaded when somebody wants it. */
export function DateField({ label, open, value, zone, fault, onChange }: DateFieldProps) {
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
