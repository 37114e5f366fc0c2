import '@mantine/core/styles/Input.css'
import { Textarea } from '@mantine/core'
import { DEVICE_TEXTS } from '../../../../texts/admin-devices.ts'
import classes from './connect.module.css'

const LABELS = DEVICE_TEXTS.config

/** A text to be copied by hand: it is chosen as it appears. */
export function ManualCopy({ text }: { text: string }) {
  return (
    <Textarea
      className={classes.manual}
      classNames={{ input: classes.code, description: classes.hint }}
      label={LABELS.manual}
      description={LABELS.manualHint}
      value={text}
      rows={Math.min(6, text.trimEnd().split('\n').length + 1)}
      readOnly
      ref={choose}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  )
}

function choose(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.select()
}
