import '@mantine/core/styles/Progress.css'
import { Button, Progress } from '@mantine/core'
import { useStore } from '../../../../browser/external-store.ts'
import { useEachSecond } from '../../../../components/use-each-second.ts'
import { takeFocus } from '../../../../forms/form-issues.ts'
import { formatCount } from '../../../../site-time/site-time.ts'
import { IMPORT_TEXTS as TEXTS } from '../../../../texts/admin/admin-import.ts'
import classes from './import.module.css'
import type { ImportRun } from './import-run.ts'

/** How far the import is, and what stops it. */
export function ImportSending({ run, total }: { run: ImportRun; total: number }) {
  const progress = useStore(run.state, (now) => now)
  const { imported, failed, phase, isCancelling } = progress
  const done = imported + failed.length
  return (
    <div className={classes.step}>
      <Progress.Root size="lg">
        <Progress.Section value={(done / total) * 100} aria-label={TEXTS.progress} />
      </Progress.Root>
      <p className={classes.numbers}>{TEXTS.sent(formatCount(done), formatCount(total))}</p>
      <p>{TEXTS.result(formatCount(imported), formatCount(failed.length))}</p>
      <div role="alert">{phase === 'waiting' && <Waiting retryAt={progress.retryAt} />}</div>
      <div className={classes.buttons}>
        {phase === 'waiting' && <Button onClick={run.retry}>{TEXTS.retry}</Button>}
        <Button
          ref={takeFocus}
          variant="default"
          aria-disabled={isCancelling}
          onClick={() => !isCancelling && run.cancel()}
        >
          {isCancelling ? TEXTS.cancelling : TEXTS.cancel}
        </Button>
      </div>
    </div>
  )
}

const theTime = (now: number) => now

function Waiting({ retryAt }: { retryAt: number }) {
  const now = useEachSecond(theTime)
  const seconds = Math.max(1, Math.ceil((retryAt - now) / 1000))
  return (
    <p className={classes.away}>
      {TEXTS.noAnswer} <span aria-hidden>{TEXTS.retryIn(seconds)}</span>
    </p>
  )
}
