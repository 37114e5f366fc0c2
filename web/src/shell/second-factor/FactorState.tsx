import { Button } from '@mantine/core'
import type { SecondFactor } from '@vehicle-control/protocol'
import { StateMark } from '../../components/StateMark.tsx'
import { FACTOR_TEXTS as TEXTS } from '../../texts/account/second-factor.ts'
import classes from './second-factor.module.css'

/** What a person can do about a second factor. */
export type FactorTask = 'enrol' | 'renew' | 'remove'

interface FactorStateProps {
  factor: SecondFactor
  onTask: (task: FactorTask) => void
}

/** At so few somebody should make new ones. */
const FEW_CODES = 3

/** Whether the second factor is on, and what can be done about it. */
export function FactorState({ factor, onTask }: FactorStateProps) {
  const { enabled, required, recovery_codes_left: left } = factor
  return (
    <div className={classes.state}>
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
      <div className={classes.buttons}>
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
