import { Button } from '@mantine/core'
import { Problem } from '../../../../forms/Problem.tsx'
import { takeFocus } from '../../../../forms/form-issues.ts'
import { formatCount } from '../../../../site-time/site-time.ts'
import { IMPORT_TEXTS as TEXTS } from '../../../../texts/admin/admin-import.ts'
import { FaultyRows } from './FaultyRows.tsx'
import classes from './import.module.css'
import { MendButton } from './MendButton.tsx'
import type { ImportPlan } from './read-import.ts'

interface ImportQuestionProps {
  plan: ImportPlan
  onStart: () => void
  onPick: () => void
  onClose: () => void
}

/** Says what is wrong with the file before it asks. */
export function ImportQuestion({ plan, onStart, onPick, onClose }: ImportQuestionProps) {
  const { rows, dropped } = plan
  const count = rows.length
  const repeats = rows.flatMap(({ line, repeats: reason }) =>
    reason === null ? [] : [{ line, reason }],
  )
  return (
    <div className={classes.step}>
      {count === 0 ? (
        <Problem>{TEXTS.nothing}</Problem>
      ) : (
        <p className={classes.question}>{TEXTS.ask(formatCount(count), count === 1)}</p>
      )}
      <FaultyRows title={TEXTS.dropped} rows={dropped} />
      <FaultyRows title={TEXTS.repeats} rows={repeats} />
      <div className={classes.buttons}>
        {count > 0 ? (
          <Button ref={takeFocus} onClick={onStart}>
            {TEXTS.import}
          </Button>
        ) : (
          <Button ref={takeFocus} onClick={onPick}>
            {TEXTS.otherFile}
          </Button>
        )}
        <MendButton rows={dropped} />
        <Button variant="default" onClick={onClose}>
          {TEXTS.cancel}
        </Button>
      </div>
    </div>
  )
}
