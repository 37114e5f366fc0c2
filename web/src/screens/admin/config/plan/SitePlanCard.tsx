import { Button, FileButton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SitePlan } from '@vehicle-control/protocol'
import { PLAN_MAX_BYTES } from '@vehicle-control/protocol/site-plan'
import { useId, useRef, useState } from 'react'
import { hasStatus, wordsOf } from '../../../../api/http/api-error.ts'
import { AGENTS_KEY } from '../../../../api/live-keys.ts'
import { currentPlanQuery, removePlan, uploadPlan } from '../../../../api/settings/site-plan.ts'
import { useApp } from '../../../../app-parts.ts'
import { useDialogs } from '../../../../dialogs/DialogsProvider.tsx'
import { Problem } from '../../../../forms/Problem.tsx'
import { useSubmission } from '../../../../forms/use-submission.ts'
import { PLAN_TEXTS as TEXTS } from '../../../../texts/admin/site-plan.ts'
import { ListBanner } from '../../list/ListBanner.tsx'
import { PlanPlacing } from './PlanPlacing.tsx'

const PICKED_TYPES = 'image/png,image/jpeg,image/webp'

/** The plan of the site: a superadmin uploads it, places it by two points, and removes it. */
export function SitePlanCard() {
  const { api } = useApp()
  const dialogs = useDialogs()
  const queries = useQueryClient()
  const asked = currentPlanQuery(api)
  const { data: plan, error, refetch } = useQuery(asked)
  const { isBusy, problem, submit } = useSubmission()
  const [failed, setFailed] = useState<string>(TEXTS.uploadFailed)
  const [tooLarge, setTooLarge] = useState(false)
  const reset = useRef<() => void>(null)
  const id = useId()

  const take = (changed: SitePlan | null) => {
    queries.setQueryData(asked.queryKey, changed)
    // By its next list the maps of this page know of it.
    void queries.invalidateQueries({ queryKey: [AGENTS_KEY, 'map'] })
  }
  const change = (call: () => Promise<void>) =>
    submit(async () => {
      try {
        await call()
      } catch (failure) {
        // Somebody changed it meanwhile: it is shown as it is now.
        if (hasStatus(failure, 412)) await refetch()
        throw failure
      }
    })
  const upload = async (file: File | null) => {
    // Emptied, since picking the same file again is otherwise no change.
    reset.current?.()
    if (!file || isBusy || plan === undefined) return
    setTooLarge(file.size > PLAN_MAX_BYTES)
    if (file.size > PLAN_MAX_BYTES) return
    const question = { text: TEXTS.askChange, detail: TEXTS.changeDetail, isLoss: true }
    if (plan?.points && !(await dialogs.confirm(question))) return
    setFailed(TEXTS.uploadFailed)
    await change(async () => {
      take(await uploadPlan(api, file, plan))
      dialogs.notify('success', TEXTS.uploaded)
    })
  }
  const remove = async () => {
    const question = { text: TEXTS.askRemove, detail: TEXTS.removeDetail, isRemoval: true }
    if (isBusy || !plan || !(await dialogs.confirm(question))) return
    setTooLarge(false)
    setFailed(TEXTS.removeFailed)
    await change(async () => {
      await removePlan(api, plan)
      take(null)
      dialogs.notify('success', TEXTS.removed)
    })
  }

  const wrong = tooLarge ? TEXTS.tooLarge : problem === null ? null : wordsOf(problem, failed)
  return (
    <div className="stack" data-planless={plan === null || undefined}>
      <p className="hint no-print">{TEXTS.intro}</p>
      <ListBanner problem={error && wordsOf(error, TEXTS.failed)} onRetry={() => void refetch()} />
      {plan === undefined && !error && <output>{TEXTS.loading}</output>}
      {plan && <PlanPlacing key={plan.id} plan={plan} onPlaced={take} onStale={refetch} />}
      {plan !== undefined && (
        <>
          <Problem>{wrong}</Problem>
          <div className="wrap no-print">
            <FileButton
              accept={PICKED_TYPES}
              onChange={(file) => void upload(file)}
              resetRef={reset}
            >
              {(props) => (
                <Button {...props} variant="default" aria-disabled={isBusy} aria-describedby={id}>
                  {plan === null ? TEXTS.upload : TEXTS.change}
                </Button>
              )}
            </FileButton>
            {plan && (
              <Button variant="default" aria-disabled={isBusy} onClick={() => void remove()}>
                {TEXTS.remove}
              </Button>
            )}
          </div>
          <output className="muted no-print" id={id}>
            {isBusy && failed === TEXTS.uploadFailed ? TEXTS.uploading : TEXTS.hint}
          </output>
        </>
      )}
    </div>
  )
}
