import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createAgent } from '../../../../api/agents/admin-agents.ts'
import { hasStatus, wordsOf } from '../../../../api/http/api-error.ts'
import { useApp } from '../../../../app-parts.ts'
import { DraftNotice } from '../../../../forms/DraftNotice.tsx'
import { focusFirst, showIssues } from '../../../../forms/form-issues.ts'
import { Problem } from '../../../../forms/Problem.tsx'
import { typedIn, useKeptDraft } from '../../../../forms/use-kept-draft.ts'
import { useSubmission } from '../../../../forms/use-submission.ts'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'
import { AgentFields } from './AgentFields.tsx'
import { agentFaults, bodyOf, EMPTY_AGENT } from './agent-values.ts'
import { readPlace, writeDegrees } from './coordinates-input.ts'

const LABELS = DEVICE_TEXTS.create

/** A place on the map, or none. */
export type PlaceChoice = { readonly lat: number; readonly lng: number } | null

interface CreateAgentFormProps {
  /** Called with the new agent and its key, which is shown only this once. */
  onCreated: (agent: { code: string; name: string; location: string }, apiKey: string) => void
  /** Opens the map at `from`; `onPick` is called with the chosen place. */
  onPickPlace: (from: PlaceChoice, onPick: (place: PlaceChoice) => void) => void
}

/** Registers an agent whose device is to have a key. */
export function CreateAgentForm({ onCreated, onPickPlace }: CreateAgentFormProps) {
  const { api } = useApp()
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  const form = useForm({
    initialValues: EMPTY_AGENT,
    validate: agentFaults,
    onSubmitPreventDefault: 'always',
  })
  const isRestored = useKeptDraft({
    name: 'new agent',
    query: { tab: 'agentes', nuevo: '1' },
    read: () => typedIn(form, true),
    restore: form.setValues,
  })
  const send = (values: typeof form.values) => {
    const body = bodyOf(values)
    const call = async () => {
      const { agent, apiKey } = await createAgent(api, body)
      form.reset()
      onCreated({ code: agent.code, name: agent.name, location: agent.location ?? '' }, apiKey)
    }
    void submit(call, (failure) => {
      if (!hasStatus(failure, 409)) return showIssues(form, Object.keys(body), failure)
      const errors = { code: LABELS.duplicate }
      form.setErrors(errors)
      focusFirst(form, errors)
      return true
    })
  }
  const pick = () =>
    onPickPlace(readPlace(form.getValues()), (place) => {
      form.setValues({
        lat: writeDegrees(place?.lat ?? null),
        lng: writeDegrees(place?.lng ?? null),
      })
      form.clearFieldError('lat')
      form.clearFieldError('lng')
    })
  return (
    <form
      className="stack"
      noValidate
      onSubmit={form.onSubmit(send, (errors) => focusFirst(form, errors))}
    >
      <DraftNotice isShown={isRestored} />
      <p className="hint">{LABELS.hint}</p>
      <AgentFields form={form} whileBusy={whileBusy} hasCode />
      <Problem>{problem === null ? null : wordsOf(problem, LABELS.failed)}</Problem>
      <div className="wrap">
        <Button variant="default" onClick={pick}>
          {LABELS.pick}
        </Button>
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? LABELS.submitting : LABELS.submit}
        </Button>
      </div>
    </form>
  )
}
