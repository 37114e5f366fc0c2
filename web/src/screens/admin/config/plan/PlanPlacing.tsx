import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/SegmentedControl.css'
import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SitePlan } from '@vehicle-control/protocol'
import { Suspense, useMemo, useRef, useState, type SubmitEvent } from 'react'
import { mapAgentsQuery } from '../../../../api/agents/agent-lists.ts'
import { hasStatus, wordsOf } from '../../../../api/http/api-error.ts'
import { placePlanAt } from '../../../../api/settings/site-plan.ts'
import { useApp } from '../../../../app-parts.ts'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { useDialogs } from '../../../../dialogs/DialogsProvider.tsx'
import { Problem } from '../../../../forms/Problem.tsx'
import { useSubmission } from '../../../../forms/use-submission.ts'
import { placeOf } from '../../../../map/coordinates.ts'
import { PLAN_TEXTS as TEXTS } from '../../../../texts/admin/site-plan.ts'
import { readDegrees, readPlace, writeDegrees } from '../../agents/edit/coordinates-input.ts'
import {
  type Draft,
  draftOf,
  pointFaults,
  readPoint,
  type TypedPoint,
  writePixel,
} from './plan-draft.ts'
import { PlanPicture } from './PlanPicture.tsx'
import classes from './plan.module.css'
import { PointFields } from './PointFields.tsx'

const PlanMap = lazyPart(async () => (await import('./PlanMap.tsx')).PlanMap)

/** What is typed, and the version of the plan on which it was begun. */
interface Typed {
  readonly draft: Draft
  readonly version: number
}

interface PlanPlacingProps {
  plan: SitePlan
  onPlaced: (plan: SitePlan | null) => void
  /** Called where somebody changed the plan meanwhile. */
  onStale: () => unknown
}

/** Marks two points on picture and map, or types them, and saves them. */
export function PlanPlacing({ plan, onPlaced, onStale }: PlanPlacingProps) {
  const app = useApp()
  const dialogs = useDialogs()
  const { isBusy, problem, submit } = useSubmission()
  // Null: nothing is typed, and the points are those that are stored, whoever stored them.
  const [typed, setTyped] = useState<Typed | null>(null)
  const { draft, version } = typed ?? asStored(plan)
  const [active, setActive] = useState<0 | 1>(0)
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const listed = useQuery(mapAgentsQuery(app)).data?.answer.agents
  const gates = useMemo(
    () =>
      (listed ?? []).flatMap((agent) => {
        const place = placeOf(agent)
        return place ? [{ name: agent.name, code: agent.code, ...place }] : []
      }),
    [listed],
  )

  const change = (which: number, part: Partial<TypedPoint>) =>
    setTyped((before) => {
      const {
        draft: [first, second],
        ...seen
      } = before ?? asStored(plan)
      const next = { ...(which === 0 ? first : second), ...part }
      return { ...seen, draft: which === 0 ? [next, second] : [first, next] }
    })
  const focus = (which: number, field: keyof TypedPoint) =>
    form.current?.querySelector<HTMLInputElement>(`[name='${field}-${which}']`)?.focus()
  const faults = draft.map((point) => pointFaults(point, plan))
  const points = draft.map((point) => readPoint(point, plan))
  const [p, q] = points

  const send = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    for (const [which, ofPoint] of faults.entries()) {
      for (const field of ['x', 'y', 'lat', 'lng'] as const) {
        if (ofPoint[field] !== null) return focus(which, field)
      }
    }
    if (!p || !q) return
    void submit(async () => {
      try {
        onPlaced(await placePlanAt(app.api, { version, points: [p, q] }))
        setTyped(null)
      } catch (failure) {
        if (hasStatus(failure, 412)) await onStale()
        throw failure
      }
      dialogs.notify('success', TEXTS.saved)
    })
  }

  return (
    <form ref={form} className="stack" noValidate onSubmit={send}>
      <p className="strong">{plan.points ? TEXTS.placed : TEXTS.unplaced}</p>
      <p>{TEXTS.how}</p>
      <SegmentedControl
        aria-label={TEXTS.which}
        value={String(active)}
        onChange={(value) => setActive(value === '1' ? 1 : 0)}
        data={[0, 1].map((which) => ({ value: String(which), label: TEXTS.point(which + 1) }))}
      />
      <div className={classes.pair}>
        <PlanPicture
          plan={plan}
          label={TEXTS.picture(active + 1)}
          pins={draft.map(pixelOf)}
          active={active}
          onPick={(x, y) => change(active, { x: writePixel(x), y: writePixel(y) })}
          onKey={() => focus(active, 'x')}
        />
        <div className={classes.map}>
          <Suspense fallback={<output>{TEXTS.loading}</output>}>
            <PlanMap
              label={TEXTS.map(active + 1)}
              pinLabel={TEXTS.point(active + 1)}
              plan={plan}
              points={p && q ? [p, q] : null}
              place={readPlace(draft[active])}
              others={gates}
              onPick={({ lat, lng }) =>
                change(active, { lat: writeDegrees(lat), lng: writeDegrees(lng) })
              }
            />
          </Suspense>
        </div>
        {draft.map((point, which) => (
          <PointFields
            // oxlint-disable-next-line react/no-array-index-key -- the points are numbered
            key={which}
            which={which}
            typed={point}
            faults={isTried ? faults[which] : undefined}
            isBusy={isBusy}
            gates={gates}
            onFocus={() => setActive(which === 1 ? 1 : 0)}
            onChange={(part) => change(which, part)}
          />
        ))}
      </div>
      <Problem>{problem === null ? null : wordsOf(problem, TEXTS.saveFailed)}</Problem>
      <div className="wrap">
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? TEXTS.saving : TEXTS.save}
        </Button>
        {hasStatus(problem, 412) && (
          <Button variant="default" onClick={() => setTyped(null)}>
            {TEXTS.takeStored}
          </Button>
        )}
      </div>
    </form>
  )
}

const asStored = (plan: SitePlan): Typed => ({ draft: draftOf(plan), version: plan.version })

function pixelOf({ x, y }: TypedPoint): { x: number; y: number } | null {
  const [left, top] = [readDegrees(x), readDegrees(y)]
  if (left === null || top === null) return null
  return Number.isNaN(left + top) ? null : { x: left, y: top }
}
