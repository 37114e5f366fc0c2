import { Button } from '@mantine/core'
import { useStore } from '../../../../browser/external-store.ts'
import { Problem } from '../../../../forms/Problem.tsx'
import { IMPORT_TEXTS as TEXTS } from '../../../../texts/admin/admin-import.ts'
import { ImportQuestion } from './ImportQuestion.tsx'
import { ImportResult } from './ImportResult.tsx'
import { ImportSending } from './ImportSending.tsx'
import classes from './import.module.css'
import type { ImportRun } from './import-run.ts'
import type { ImportPlan } from './read-import.ts'
import { FILE_MAX_BYTES, useImport } from './use-import.ts'

interface ImportStepsProps {
  file: File
  onSending: (isSending: boolean) => void
  onPick: () => void
  onClose: () => void
}

/** Reads, asks, sends, and tells what became of it. */
export function ImportSteps({ file, onSending, onPick, onClose }: ImportStepsProps) {
  const { step, send } = useImport(file, onSending)
  switch (step.name) {
    case 'reading':
      return <output className={classes.step}>{TEXTS.reading(file.name)}</output>
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
    <div className={classes.step}>
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
