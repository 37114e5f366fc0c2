import '@mantine/core/styles/Input.css'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { SUPPRESS_WINDOW_MAX_MS, SUPPRESS_WINDOW_MIN_MS } from '@vehicle-control/protocol/limits'
import { type FormEvent, useState } from 'react'
import { isAdmin } from '../../../api/auth/person.ts'
import {
  saveSuppressWindow,
  suppressWindowQuery,
  useSuppressWindow,
} from '../../../api/settings/suppress-window.ts'
import { storeTrouble } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { clampWindow, parseWindow } from '../../../forms/suppress-bounds.ts'
import { useSubmission } from '../../../forms/use-submission.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { LIVE_CONTROLS_TEXTS } from '../../../texts/reads/live-controls.ts'
import type { OutcomeStore } from '../outcome.ts'
import classes from './controls.module.css'

const LABELS = LIVE_CONTROLS_TEXTS.suppression
const BOUNDS = LABELS.bounds(
  formatCount(SUPPRESS_WINDOW_MIN_MS),
  formatCount(SUPPRESS_WINDOW_MAX_MS),
)

interface SuppressionFieldProps {
  outcome: OutcomeStore
}

/** The suppression window, for administrators; nobody else asks the hub for it. */
export function SuppressionField(props: SuppressionFieldProps) {
  const mayConfigure = useStore(useApp().session.state, (state) => isAdmin(state.roles))
  return mayConfigure && <WindowForm {...props} />
}

function WindowForm({ outcome }: SuppressionFieldProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const known = useSuppressWindow(api).data?.ms
  const [typed, setTyped] = useState<string | null>(null)
  const { isBusy, submit, whileBusy } = useSubmission()
  const text = typed ?? (known === undefined ? '' : String(known))
  const ms = parseWindow(text)

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (ms === null) return
    if (outcome.get()?.kind !== 'running') outcome.set(null)
    void submit(
      async () => {
        const saved = await saveSuppressWindow(api, ms)
        queries.setQueryData(suppressWindowQuery(api).queryKey, saved)
        setTyped(null)
        dialogs.notify('success', LABELS.saved(formatCount(saved.ms)))
      },
      (failure) => {
        outcome.set({ kind: 'problem', text: storeTrouble(failure) ?? LABELS.failed })
        return true
      },
    )
  }
  return (
    <form className={classes.suppression} onSubmit={save} noValidate>
      <TextInput
        label={LABELS.field}
        title={BOUNDS}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        {...whileBusy}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => setTyped(typed === null ? null : clampWindow(typed))}
      />
      <Button
        type="submit"
        variant="default"
        disabled={ms === null}
        aria-disabled={isBusy || ms === null}
      >
        {isBusy ? LABELS.saving : LABELS.save}
      </Button>
    </form>
  )
}
