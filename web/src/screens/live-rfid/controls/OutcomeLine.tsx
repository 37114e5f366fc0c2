import '@mantine/core/styles/CloseButton.css'
import { Button, CloseButton } from '@mantine/core'
import { LOGS_LIMIT_MAX } from '@vehicle-control/protocol/limits'
import { useEffect } from 'react'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { LIVE_CONTROLS_TEXTS } from '../../../texts/reads/live-controls.ts'
import type { Outcome, OutcomeStore } from '../outcome.ts'
import classes from './controls.module.css'

/** A success disappears by itself; a problem stays until it is closed. */
const DONE_SHOWN_MS = 10_000
const LABELS = LIVE_CONTROLS_TEXTS.exports

/**
 * What the controls are doing or did, over the lower edge of the table, so that nothing moves for
 * it.
 */
export function OutcomeLine({ outcome }: { outcome: OutcomeStore }) {
  const { clock } = useApp()
  const state = useStore(outcome, (now) => now)
  useEffect(
    () =>
      state?.kind === 'done' ? clock.after(DONE_SHOWN_MS, () => outcome.set(null)) : undefined,
    [clock, outcome, state],
  )
  if (!state) return null
  return (
    <div className={classes.outcome} data-kind={state.kind}>
      {state.kind === 'running' ? (
        <Progress state={state} />
      ) : (
        <>
          <p className="anywhere" role={state.kind === 'problem' ? 'alert' : 'status'}>
            {state.text}
          </p>
          <CloseButton aria-label={LABELS.close} onClick={() => outcome.set(null)} />
        </>
      )}
    </div>
  )
}

function Progress({ state }: { state: Extract<Outcome, { kind: 'running' }> }) {
  const { rows, total, cancel } = state
  return (
    <>
      <progress value={rows} max={total ?? LOGS_LIMIT_MAX} aria-label={LABELS.label} />
      <span>
        {total === null ? LABELS.preparing : LABELS.progress(formatCount(rows), formatCount(total))}
      </span>
      <Button size="compact-sm" variant="default" onClick={cancel}>
        {LABELS.cancel}
      </Button>
    </>
  )
}
