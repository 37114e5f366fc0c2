import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import { NativeSelect } from '@mantine/core'
import type { RelayPin } from '@vehicle-control/protocol'
import { useDialogs } from '../../../../../dialogs/DialogsProvider.tsx'
import { RELAY_TEXTS } from '../../../../../texts/admin/admin-control.ts'
import { millisecondsOf, secondsText } from './relay-words.ts'
import classes from './relays.module.css'

const OFFERED: readonly number[] = [3000, 5000, 10_000, 30_000]
const NONE = 'none'
const OTHER = 'other'

interface DurationChoiceProps {
  pin: RelayPin
  /** Milliseconds; null: none. */
  value: number | null
  onChange: (value: number | null) => void
}

/** For how long a relay is switched on: a few times, one of the person's own, or none. */
export function DurationChoice({ pin, value, onChange }: DurationChoiceProps) {
  const dialogs = useDialogs()
  const offered = value === null || OFFERED.includes(value) ? OFFERED : [...OFFERED, value]
  const options = offered
    .toSorted((a, b) => a - b)
    .map((ms) => ({ value: String(ms), label: RELAY_TEXTS.seconds(secondsText(ms)) }))

  const askOther = async () => {
    const given = await dialogs.prompt({
      text: RELAY_TEXTS.askDuration,
      isRequired: true,
      requiredText: RELAY_TEXTS.badDuration,
      validate: (text) => (millisecondsOf(text) === null ? RELAY_TEXTS.badDuration : null),
    })
    if (given !== null) onChange(millisecondsOf(given))
  }
  const choose = (chosen: string) => {
    if (chosen === OTHER) void askOther()
    else onChange(chosen === NONE ? null : Number(chosen))
  }
  return (
    <NativeSelect
      className={classes.duration}
      aria-label={RELAY_TEXTS.durationOf(pin)}
      value={value === null ? NONE : String(value)}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        ...options,
        { value: NONE, label: RELAY_TEXTS.noDuration },
        { value: OTHER, label: RELAY_TEXTS.otherDuration },
      ]}
    />
  )
}
