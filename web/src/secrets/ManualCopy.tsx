import '@mantine/core/styles/Input.css'
import { Textarea } from '@mantine/core'
import { SECRET_TEXTS } from '../texts/account/secrets.ts'
import classes from './secrets.module.css'

/** A text to be copied by hand: it is chosen as it appears. */
export function ManualCopy({ text }: { text: string }) {
  return (
    <Textarea
      className={classes.manual}
      classNames={{ description: classes.manualHint }}
      label={SECRET_TEXTS.manual}
      description={SECRET_TEXTS.manualHint}
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
