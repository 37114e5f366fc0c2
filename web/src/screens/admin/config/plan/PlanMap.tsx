import type { SitePlan, SitePlanPoint } from '@vehicle-control/protocol'
import { planFault } from '@vehicle-control/protocol/site-plan'
import { useState } from 'react'
import { useMap } from 'react-leaflet'
import type { Place } from '../../../../map/coordinates.ts'
import { PlacePicker } from '../../../../map/pick/PlacePicker.tsx'
import { PlanOnMap } from '../../../../map/plan/SitePlan.tsx'

interface PlanMapProps {
  label: string
  pinLabel: string
  plan: SitePlan
  /** Both points as they are typed; null: one is missing or wrong. */
  points: readonly [SitePlanPoint, SitePlanPoint] | null
  /** Of the point that a click marks. */
  place: Place | null
  others: readonly Place[]
  onPick: (place: Place) => void
}

/** The map on which a point is marked, with the plan where the points that are typed would put it. */
export function PlanMap({ label, pinLabel, plan, points, place, others, onPick }: PlanMapProps) {
  // It begins where the site is.
  const [opening] = useState(place ?? others[0] ?? null)
  return (
    <PlacePicker
      label={label}
      pinLabel={pinLabel}
      place={place}
      opening={opening}
      others={others}
      onPick={onPick}
    >
      {points && planFault(points, plan) === null && <Draft plan={plan} points={points} />}
    </PlacePicker>
  )
}

interface DraftProps {
  plan: SitePlan
  points: readonly [SitePlanPoint, SitePlanPoint]
}

function Draft(props: DraftProps) {
  return <PlanOnMap map={useMap()} isDraft {...props} />
}
