import { Button } from '@mantine/core'
import { Notice } from '../../../../forms/Notice.tsx'
import { Problem } from '../../../../forms/Problem.tsx'
import { takeFocus } from '../../../../forms/form-issues.ts'
import { formatCount } from '../../../../site-time/site-time.ts'
import { IMPORT_TEXTS as TEXTS } from '../../../../texts/admin/admin-import.ts'
import { problemText } from '../../list/problem-text.ts'
import { FaultyRows } from './FaultyRows.tsx'
import classes from './import.module.css'
import type { ImportProgress } from './import-run.ts'
import { MendButton } from './MendButton.tsx'
import type { ImportPlan } from './read-import.ts'

interface ImportResultProps {
  progress: ImportProgress
  plan: ImportPlan
  onClose: () => void
}

/** What got in, what did not and why. */
export function ImportResult({ progress, plan, onClose }: ImportResultProps) {
  const { imported, failed, unknown, unsent, problem } = progress
  const outside = [...plan.dropped, ...failed, ...unknown, ...unsent]
  const isWhole = problem === null && unsent.length + unknown.length === 0
  const left = formatCount(unsent.length)
  return (
    <div className={classes.step}>
      <Problem>{problem === null ? null : `${TEXTS.failed}. ${problemText(problem)}`}</Problem>
      <Notice isGood={isWhole && failed.length === 0}>
        {TEXTS.result(formatCount(imported), formatCount(failed.length))}
      </Notice>
      {!isWhole && <p>{problem === null ? TEXTS.cancelled(left) : TEXTS.stopped(left)}</p>}
      {unknown.length > 0 && <p>{TEXTS.unknown(formatCount(unknown.length))}</p>}
      <FaultyRows title={TEXTS.failures} rows={failed} />
      <FaultyRows title={TEXTS.dropped} rows={plan.dropped} />
      <div className={classes.buttons}>
        <MendButton rows={outside} />
        <Button ref={takeFocus} variant="default" onClick={onClose}>
          {TEXTS.close}
        </Button>
      </div>
    </div>
  )
}
