import { Box, Button, TextInput } from '@mantine/core'
import { useId, useRef } from 'react'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { useDebounced } from '../../../forms/use-debounced.ts'
import classes from './refresh-bar.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard

interface AutoRefreshFieldProps {
  /** The seconds as they were typed. */
  value: string
  /** Null while the automatic refresh is off. */
  secondsLeft: number | null
  /** It is off because the range is over. */
  isOver: boolean
  onChange: (value: string) => void
}

/** A button with the seconds until the next refresh; it opens the field for the interval. */
export function AutoRefreshField(props: AutoRefreshFieldProps) {
  const { value, secondsLeft, isOver, onChange } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [draft, setDraft, commit] = useDebounced(value, onChange, (text) => text.trim())
  const off = isOver ? LABELS.autoOver : LABELS.autoOff
  return (
    <>
      <Button
        variant="default"
        className={classes.left}
        popoverTarget={id}
        title={LABELS.auto}
        // The countdown keeps the width of the full number.
        style={{ '--digits': value.length }}
      >
        {secondsLeft === null ? LABELS.autoNone : LABELS.autoLeft(secondsLeft)}
        <span className="visually-hidden">: {LABELS.auto}</span>
      </Button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={classes.panel}
        onToggle={({ newState }) => {
          if (newState === 'open') field.current?.select()
          else commit()
        }}
      >
        <TextInput
          ref={field}
          label={LABELS.auto}
          description={LABELS.autoHint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value.replace(/\D/g, ''))}
          onKeyDown={(event) => {
            if (event.key === 'Enter') panel.current?.hidePopover()
          }}
        />
        <Box className="note" mt="0.5rem">
          {secondsLeft === null ? off : LABELS.autoIn(secondsLeft)}
        </Box>
      </div>
    </>
  )
}
