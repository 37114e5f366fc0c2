import type { AgentDetail } from '@vehicle-control/protocol'
import { useState } from 'react'
import { storeTrouble, wordsOf } from '../../../../api/http/api-error.ts'
import { Problem } from '../../../../forms/Problem.tsx'
import { useSubmission } from '../../../../forms/use-submission.ts'
import { placeOf, type Place } from '../../../../map/coordinates.ts'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'
import { ChangedNotice } from '../../list/ChangedNotice.tsx'
import { useSeenAgent } from '../edit/use-seen-agent.ts'
import { LocateForm } from './LocateForm.tsx'

const LABELS = DEVICE_TEXTS.locate

interface LocateAgentProps {
  agent: AgentDetail
  others: readonly Place[]
  onSaved: (isRemoved: boolean) => void
  onCancel: () => void
}

/** Sets the place of an agent, or removes it. */
export function LocateAgent({ agent, others, onSaved, onCancel }: LocateAgentProps) {
  const { isBusy, problem, submit } = useSubmission()
  const { meanwhile, save, take } = useSeenAgent(agent)
  // Another agent here fills the form anew, with what is stored meanwhile.
  const [shown, setShown] = useState(agent)
  const [wanted, setWanted] = useState<Place | null>(null)
  const put = (place: Place | null, over?: AgentDetail) => {
    setWanted(place)
    void submit(async () => {
      if (await save(place ?? { lat: null, lng: null }, over)) onSaved(place === null)
    })
  }
  const theirs = meanwhile?.theirs
  const failed = wanted === null ? LABELS.removeFailed : LABELS.saveFailed
  return (
    <LocateForm
      key={shown.updated_at}
      from={placeOf(shown)}
      others={others}
      isBusy={isBusy}
      saveLabel={LABELS.save}
      onSave={(place) => put(place)}
      onRemove={placeOf(shown) ? () => put(null) : undefined}
      onCancel={onCancel}
    >
      <Problem>{problem === null ? null : messageOf(problem, failed)}</Problem>
      {meanwhile && (
        <ChangedNotice
          changes={meanwhile.changes}
          isBusy={isBusy}
          onTake={() => {
            if (!theirs) return
            setShown(theirs)
            take(theirs)
          }}
          onKeep={() => theirs && put(wanted, theirs)}
        />
      )}
    </LocateForm>
  )
}

/**
 * The specification has one sentence for a removal that failed, whatever the hub's reason; one that
 * it could not store has a reason that somebody can mend.
 */
function messageOf(problem: unknown, failed: string): string {
  const isRemoval = failed === LABELS.removeFailed
  return isRemoval ? (storeTrouble(problem) ?? failed) : wordsOf(problem, failed)
}
