import { NativeSelect, TextInput } from '@mantine/core'
import { PLAN_TEXTS as TEXTS } from '../../../../texts/admin/site-plan.ts'
import { writeDegrees } from '../../agents/edit/coordinates-input.ts'
import type { PointField, TypedPoint } from './plan-draft.ts'
import classes from './plan.module.css'

interface PointFieldsProps {
  /** 0 or 1. */
  which: number
  typed: TypedPoint
  /** Shown beside the fields; undefined: none is. */
  faults: Record<PointField, string | null> | undefined
  isBusy: boolean
  /** Agents that have a place. */
  gates: readonly { name: string; code: string; lat: number; lng: number }[]
  onFocus: () => void
  onChange: (part: Partial<TypedPoint>) => void
}

const FIELDS = ['x', 'y', 'lat', 'lng'] as const

/** A point in numbers; where it is on the map may be taken from an agent. */
export function PointFields(props: PointFieldsProps) {
  const { which, typed, faults, isBusy, gates, onFocus, onChange } = props
  return (
    <fieldset>
      <legend className="strong">{TEXTS.point(which + 1)}</legend>
      <div className={classes.fields}>
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            name={`${field}-${which}`}
            label={TEXTS[field]}
            value={typed[field]}
            error={faults?.[field]}
            readOnly={isBusy}
            autoComplete="off"
            onFocus={onFocus}
            onChange={({ currentTarget: { value } }) => onChange({ [field]: value })}
          />
        ))}
        {gates.length > 0 && (
          <NativeSelect
            label={TEXTS.gate}
            value=""
            onFocus={onFocus}
            onChange={({ currentTarget: { value } }) => {
              const gate = gates.find(({ code }) => code === value)
              if (gate && !isBusy)
                onChange({ lat: writeDegrees(gate.lat), lng: writeDegrees(gate.lng) })
            }}
            data={[
              { value: '', label: TEXTS.noGate },
              ...gates.map(({ code, name }) => ({ value: code, label: name })),
            ]}
          />
        )}
      </div>
    </fieldset>
  )
}
