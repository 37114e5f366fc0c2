import { useId, useState } from 'react'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { CALENDAR_RANGES, RANGE_KINDS, type RangeKind } from './filters.ts'
import classes from './range-choice.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard
const IN_SHORT: Partial<Record<RangeKind, string>> = LABELS.rangesInShort

const LISTED: ReadonlySet<RangeKind> = new Set(CALENDAR_RANGES)

interface RangeChoiceProps {
  range: RangeKind
  onChoose: (range: RangeKind) => void
}

/** The choice of the range: as segments, or as a list where there is no room for them. */
export function RangeChoice({ range, onChoose }: RangeChoiceProps) {
  const name = useId()
  const [known, setKnown] = useState(range)
  // Shown at once when pressed: the address, and all that follows from it, changes later.
  const [shown, setShown] = useState(range)
  if (range !== known) {
    setKnown(range)
    setShown(range)
  }
  const choose = (kind: RangeKind) => {
    setShown(kind)
    onChoose(kind)
  }
  return (
    <>
      <div role="radiogroup" aria-label={LABELS.range} className={classes.segments}>
        {RANGE_KINDS.filter((kind) => !LISTED.has(kind) || kind === shown).map((kind) => (
          <label key={kind} title={LABELS.ranges[kind]}>
            <input
              type="radio"
              name={name}
              aria-label={LABELS.ranges[kind]}
              checked={kind === shown}
              onChange={() => choose(kind)}
            />
            <span className="clip muted">{IN_SHORT[kind] ?? LABELS.ranges[kind]}</span>
          </label>
        ))}
      </div>
      <select
        aria-label={LABELS.range}
        className={classes.list}
        value={shown}
        onChange={({ currentTarget }) => {
          const chosen = RANGE_KINDS.find((kind) => kind === currentTarget.value)
          if (chosen) choose(chosen)
        }}
      >
        {RANGE_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {LABELS.ranges[kind]}
          </option>
        ))}
      </select>
    </>
  )
}
