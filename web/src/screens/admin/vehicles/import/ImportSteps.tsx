import '@mantine/core/styles/Progress.css'
import { Box, Button, Progress } from '@mantine/core'
import { useStore } from '../../../../browser/external-store.ts'
import { useEachSecond } from '../../../../components/use-each-second.ts'
import { takeFocus } from '../../../../forms/form-issues.ts'
import { Notice } from '../../../../forms/Notice.tsx'
import { Problem } from '../../../../forms/Problem.tsx'
import { formatCount } from '../../../../site-time/site-time.ts'
import { IMPORT_TEXTS as TEXTS } from '../../../../texts/admin/admin-import.ts'
import { problemText } from '../../list/problem-text.ts'
import { FaultyRows } from './FaultyRows.tsx'
import type { ImportProgress, ImportRun } from './import-run.ts'
import { FaultyRowsButton } from './FaultyRowsButton.tsx'
import type { ImportPlan } from './read-import.ts'
import { FILE_MAX_BYTES, useImport } from './use-import.ts'

const theTime = (now: number) => now

interface ImportStepsProps {
  file: File
  onSending: (isSending: boolean) => void
  onPick: () => void
  onClose: () => void
}

/** Reads the file, asks, sends its rows, and shows the result. */
export function ImportSteps({ file, onSending, onPick, onClose }: ImportStepsProps) {
  const { step, send } = useImport(file, onSending)
  switch (step.name) {
    case 'reading':
      return <output className="stack">{TEXTS.reading(file.name)}</output>
    case 'tooBig':
      return <Refused text={TEXTS.tooBig(FILE_MAX_BYTES / 1024 / 1024)} onPick={onPick} />
    case 'unreadable':
      return <Refused text={TEXTS.failed} onPick={onPick} />
    case 'asking':
      return (
        <ImportQuestion
          plan={step.plan}
          onStart={() => send(step.plan)}
          onPick={onPick}
          onClose={onClose}
        />
      )
    case 'sending':
      return <Sent run={step.run} plan={step.plan} onClose={onClose} />
  }
}

function Refused({ text, onPick }: { text: string; onPick: () => void }) {
  return (
    <div className="stack">
      <Problem>{text}</Problem>
      <Button variant="default" data-autofocus onClick={onPick}>
        {TEXTS.otherFile}
      </Button>
    </div>
  )
}

function Sent(props: { run: ImportRun; plan: ImportPlan; onClose: () => void }) {
  const { run, plan, onClose } = props
  const isDone = useStore(run.state, ({ phase }) => phase === 'done')
  return isDone ? (
    <ImportResult progress={run.state.get()} plan={plan} onClose={onClose} />
  ) : (
    <ImportSending run={run} total={plan.rows.length} />
  )
}

interface ImportQuestionProps {
  plan: ImportPlan
  onStart: () => void
  onPick: () => void
  onClose: () => void
}

/** Asks whether to import, and first says what is wrong with the file. */
function ImportQuestion({ plan, onStart, onPick, onClose }: ImportQuestionProps) {
  const { rows, dropped } = plan
  const count = rows.length
  const repeats = rows.flatMap(({ line, repeats: reason }) =>
    reason === null ? [] : [{ line, reason }],
  )
  return (
    <div className="stack">
      {count === 0 ? (
        <Problem>{TEXTS.nothing}</Problem>
      ) : (
        <Box component="p" className="strong" fz="1.0625rem">
          {TEXTS.ask(formatCount(count), count === 1)}
        </Box>
      )}
      <FaultyRows title={TEXTS.dropped} rows={dropped} />
      <FaultyRows title={TEXTS.repeats} rows={repeats} />
      <div className="wrap">
        {count > 0 ? (
          <Button ref={takeFocus} onClick={onStart}>
            {TEXTS.import}
          </Button>
        ) : (
          <Button ref={takeFocus} onClick={onPick}>
            {TEXTS.otherFile}
          </Button>
        )}
        <FaultyRowsButton rows={dropped} />
        <Button variant="default" onClick={onClose}>
          {TEXTS.cancel}
        </Button>
      </div>
    </div>
  )
}

interface ImportResultProps {
  progress: ImportProgress
  plan: ImportPlan
  onClose: () => void
}

/** What was imported, what was not and why. */
function ImportResult({ progress, plan, onClose }: ImportResultProps) {
  const { imported, failed, unknown, unsent, problem } = progress
  const outside = [...plan.dropped, ...failed, ...unknown, ...unsent]
  const isWhole = problem === null && unsent.length + unknown.length === 0
  const left = formatCount(unsent.length)
  return (
    <div className="stack">
      <Problem>{problem === null ? null : `${TEXTS.failed}. ${problemText(problem)}`}</Problem>
      <Notice isGood={isWhole && failed.length === 0}>
        {TEXTS.result(formatCount(imported), formatCount(failed.length))}
      </Notice>
      {!isWhole && <p>{problem === null ? TEXTS.cancelled(left) : TEXTS.stopped(left)}</p>}
      {unknown.length > 0 && <p>{TEXTS.unknown(formatCount(unknown.length))}</p>}
      <FaultyRows title={TEXTS.failures} rows={failed} />
      <FaultyRows title={TEXTS.dropped} rows={plan.dropped} />
      <div className="wrap">
        <FaultyRowsButton rows={outside} />
        <Button ref={takeFocus} variant="default" onClick={onClose}>
          {TEXTS.close}
        </Button>
      </div>
    </div>
  )
}

/** The progress of the import, and the button that cancels it. */
function ImportSending({ run, total }: { run: ImportRun; total: number }) {
  const progress = useStore(run.state, (now) => now)
  const { imported, failed, phase, isCancelling } = progress
  const done = imported + failed.length
  return (
    <div className="stack">
      <Progress.Root size="lg">
        <Progress.Section value={(done / total) * 100} aria-label={TEXTS.progress} />
      </Progress.Root>
      <p>{TEXTS.sent(formatCount(done), formatCount(total))}</p>
      <p>{TEXTS.result(formatCount(imported), formatCount(failed.length))}</p>
      <div role="alert">{phase === 'waiting' && <Waiting retryAt={progress.retryAt} />}</div>
      <div className="wrap">
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

function Waiting({ retryAt }: { retryAt: number }) {
  const now = useEachSecond(theTime)
  const seconds = Math.max(1, Math.ceil((retryAt - now) / 1000))
  return (
    <p className="warn">
      {TEXTS.noAnswer} <span aria-hidden>{TEXTS.retryIn(seconds)}</span>
    </p>
  )
}
