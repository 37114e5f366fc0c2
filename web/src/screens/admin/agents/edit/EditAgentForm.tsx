import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { AgentDetail } from '@vehicle-control/protocol'
import { wordsOf } from '../../../../api/http/api-error.ts'
import { DraftNotice } from '../../../../forms/DraftNotice.tsx'
import { focusFirst, showIssues } from '../../../../forms/form-issues.ts'
import { Problem } from '../../../../forms/Problem.tsx'
import { typedIn, useKeptDraft } from '../../../../forms/use-kept-draft.ts'
import { useSubmission } from '../../../../forms/use-submission.ts'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'
import { ChangedNotice } from '../../list/ChangedNotice.tsx'
import { AgentFields } from './AgentFields.tsx'
import { agentFaults, bodyOf, draftOfAgent, valuesOf } from './agent-values.ts'
import { useSeenAgent } from './use-seen-agent.ts'

const LABELS = DEVICE_TEXTS.edit

interface EditAgentFormProps {
  agent: AgentDetail
  onSaved: () => void
  onCancel: () => void
}

/** The form that edits an agent's name and place. */
export function EditAgentForm({ agent, onSaved, onCancel }: EditAgentFormProps) {
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  const { meanwhile, save, take } = useSeenAgent(agent)
  const form = useForm({
    initialValues: valuesOf(agent),
    validate: agentFaults,
    onSubmitPreventDefault: 'always',
  })
  const isRestored = useKeptDraft({
    name: draftOfAgent(agent.code),
    query: { tab: 'agentes' },
    read: () => typedIn(form, false),
    restore: form.setValues,
  })
  const send = (values: typeof form.values, over?: AgentDetail) => {
    const { code: _own, ...change } = bodyOf(values)
    const call = async () => {
      if (await save(change, over)) onSaved()
    }
    void submit(call, (failure) => showIssues(form, Object.keys(change), failure))
  }
  const theirs = meanwhile?.theirs
  return (
    <form
      className="stack"
      noValidate
      onSubmit={form.onSubmit(
        (values) => send(values),
        (errors) => focusFirst(form, errors),
      )}
    >
      <DraftNotice isShown={isRestored} />
      <AgentFields form={form} whileBusy={whileBusy} hasCode={false} />
      <Problem>{problem === null ? null : wordsOf(problem, LABELS.failed)}</Problem>
      {meanwhile && (
        <ChangedNotice
          changes={meanwhile.changes}
          isBusy={isBusy}
          onTake={() => {
            if (!theirs) return
            form.setValues(valuesOf(theirs))
            take(theirs)
          }}
          onKeep={() => {
            if (theirs) form.onSubmit((values) => send(values, theirs))()
          }}
        />
      )}
      <div className="wrap">
        <Button variant="default" onClick={onCancel}>
          {DEVICE_TEXTS.cancel}
        </Button>
        {!meanwhile && (
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? LABELS.submitting : LABELS.submit}
          </Button>
        )}
      </div>
    </form>
  )
}
