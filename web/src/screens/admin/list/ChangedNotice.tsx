import { Box, Button } from '@mantine/core'
import { takeFocus } from '../../../forms/form-issues.ts'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import type { ChangedField } from './changed-fields.ts'
import classes from './side-form.module.css'

const LABELS = ADMIN_TEXTS.changed

interface ChangedNoticeProps {
  /** What happened, where it is no row. */
  title?: string
  /** From `changedFields`; null where the row is gone. */
  changes: readonly ChangedField[] | null
  isBusy: boolean
  /** Fills the form with what is stored now. */
  onTake: () => void
  /** Saves the form on top of what is stored now. */
  onKeep: () => void
}

/** Shows the second of two people who edit a row what the first changed, and offers the choice. */
export function ChangedNotice(props: ChangedNoticeProps) {
  const { title = LABELS.title, changes, isBusy, onTake, onKeep } = props
  if (changes === null) {
    return (
      <div role="alert" className={classes.changed}>
        <p className="strong">{LABELS.gone}</p>
      </div>
    )
  }
  return (
    <div role="alert" className={classes.changed}>
      <p ref={takeFocus} className="strong" tabIndex={-1}>
        {title}
      </p>
      {changes.length === 0 ? (
        <p className="strong">{LABELS.same}</p>
      ) : (
        <ul>
          {changes.map(({ label, old, now }) => (
            <li key={label}>{LABELS.change(label, old || LABELS.empty, now || LABELS.empty)}</li>
          ))}
        </ul>
      )}
      <Box className="wrap" mt="0.5rem">
        <Button variant="default" aria-disabled={isBusy} onClick={onTake}>
          {LABELS.take}
        </Button>
        <Button variant="default" aria-disabled={isBusy} onClick={onKeep}>
          {LABELS.keep}
        </Button>
      </Box>
    </div>
  )
}
