import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SecondFactor } from '@vehicle-control/protocol'
import { useState } from 'react'
import {
  fetchSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../api/account/second-factor.ts'
import { useApp } from '../../app-parts.ts'
import { StateMark } from '../../components/StateMark.tsx'
import { Problem } from '../../forms/Problem.tsx'
import { FACTOR_TEXTS as TEXTS } from '../../texts/account/second-factor.ts'
import { EnrolFactor } from './EnrolFactor.tsx'
import { ProofForm } from './ProofForm.tsx'
import classes from './second-factor.module.css'

/** With this many left or fewer, the person should make new ones. */
const FEW_CODES = 3

interface SecondFactorPanelProps {
  /** The hub made recovery codes, which it sends only this once. */
  onCodes: (codes: string[]) => void
  onRemoved: () => void
}

/** The second factor of one's own account: its state, or the form of the task that was chosen. */
export function SecondFactorPanel({ onCodes, onRemoved }: SecondFactorPanelProps) {
  const { api, session } = useApp()
  const [task, setTask] = useState<FactorTask | null>(null)
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['second-factor'],
    queryFn: ({ signal }) => fetchSecondFactor(api, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const leave = () => setTask(null)
  const takeCodes = (codes: string[]) => {
    session.noteFactor('on')
    onCodes(codes)
  }

  if (!data) {
    return isFetching ? (
      <output>{TEXTS.loading}</output>
    ) : (
      <div className="stack">
        <Problem>{TEXTS.failed}</Problem>
        <Button variant="default" onClick={() => void refetch()}>
          {TEXTS.retry}
        </Button>
      </div>
    )
  }
  switch (task) {
    case null:
      return <FactorState factor={data} onTask={setTask} />
    case 'enrol':
      return <EnrolFactor onCodes={takeCodes} onCancel={leave} />
    case 'renew':
      return (
        <ProofForm
          hint={TEXTS.renewHint}
          submit={TEXTS.renewSubmit}
          failed={TEXTS.renewFailed}
          call={async (proof) => takeCodes(await renewRecoveryCodes(api, proof))}
          onCancel={leave}
        />
      )
    case 'remove':
      return (
        <ProofForm
          hint={TEXTS.removeHint}
          submit={TEXTS.remove}
          failed={TEXTS.removeFailed}
          call={async (proof) => {
            await removeSecondFactor(api, proof)
            session.noteFactor('off')
            onRemoved()
          }}
          onCancel={leave}
        />
      )
  }
}

/** What a person can do about a second factor. */
type FactorTask = 'enrol' | 'renew' | 'remove'

interface FactorStateProps {
  factor: SecondFactor
  onTask: (task: FactorTask) => void
}

/** Whether the second factor is on, and what can be done about it. */
function FactorState({ factor, onTask }: FactorStateProps) {
  const { enabled, required, recovery_codes_left: left } = factor
  return (
    <div className="stack">
      <p>{TEXTS.what}</p>
      <p>
        <StateMark tone={enabled ? 'good' : 'warn'}>{enabled ? TEXTS.on : TEXTS.off}</StateMark>
      </p>
      {enabled && (
        <>
          <p>{TEXTS.codesLeft(left)}</p>
          {left <= FEW_CODES && (
            <p>
              <StateMark tone="warn">{TEXTS.fewCodes}</StateMark>
            </p>
          )}
          {required && <p>{TEXTS.kept}</p>}
        </>
      )}
      <div className="wrap" data-align="start">
        {enabled ? (
          <Button variant="default" className={classes.long} onClick={() => onTask('renew')}>
            {TEXTS.renew}
          </Button>
        ) : (
          <Button onClick={() => onTask('enrol')}>{TEXTS.activate}</Button>
        )}
        {enabled && !required && (
          <Button variant="default" onClick={() => onTask('remove')}>
            {TEXTS.remove}
          </Button>
        )}
      </div>
    </div>
  )
}
