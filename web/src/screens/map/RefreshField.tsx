import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { MAP_TEXTS } from '../../texts/map.ts'
import { refreshSeconds } from './refresh-seconds.ts'
import classes from './map-screen.module.css'

interface RefreshFieldProps {
  /** The seconds as the address has them; null where it has none. */
  value: string | null
  onChange: (seconds: string) => void
}

/** The seconds between two refreshes; a number that is too small becomes the smallest one. */
export function RefreshField({ value, onChange }: RefreshFieldProps) {
  const seconds = String(refreshSeconds(value))
  const [draft, setDraft] = useState<string | null>(null)
  const [seen, setSeen] = useState(value)
  const [asked, setAsked] = useState(value)
  // The address changes a moment after the field, and somebody may go on typing meanwhile.
  if (seen !== value) {
    setSeen(value)
    if (value !== asked || draft === value) setDraft(null)
  }
  const ask = (text: string) => {
    setAsked(text)
    onChange(text)
  }
  const settle = () => {
    if (draft === null) return
    const settled = String(refreshSeconds(draft))
    setDraft(settled)
    ask(settled)
  }
  return (
    <TextInput
      className={classes.refresh ?? ''}
      label={MAP_TEXTS.refresh}
      title={MAP_TEXTS.refreshHint}
      type="number"
      min={0}
      step={5}
      inputMode="numeric"
      autoComplete="off"
      value={draft ?? seconds}
      onChange={(event) => {
        const text = event.currentTarget.value
        setDraft(text)
        if (String(refreshSeconds(text)) === text) ask(text)
      }}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
    />
  )
}
