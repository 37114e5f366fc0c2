import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SitePlan as Plan, SitePlanPoint } from '@vehicle-control/protocol'
import { placePlan } from '@vehicle-control/protocol/site-plan'
import type { Map as LeafletMap } from 'leaflet'
import { useEffect } from 'react'
import { placedPlanQuery, planImage } from '../../api/settings/site-plan.ts'
import { useApp } from '../../app-parts.ts'
import { PlanLayer } from './plan-layer.ts'

const RETRY_MS = 15_000

/** The plan of the site, by the mark that it has now; where it is gone by then nothing is drawn. */
export function SitePlan({ map, mark }: { map: LeafletMap; mark: string }) {
  const { api } = useApp()
  // The one of before stays until the new one is known.
  const asked = { ...placedPlanQuery(api, mark), placeholderData: keepPreviousData }
  const plan = useQuery(asked).data
  const [p, q] = plan?.points ?? []
  return plan && p && q && <PlanOnMap map={map} plan={plan} points={[p, q]} />
}

interface PlanOnMapProps {
  map: LeafletMap
  plan: Plan
  points: readonly [SitePlanPoint, SitePlanPoint]
  /** Stands in place of the stored one. */
  isDraft?: boolean
}

/** A plan where two points put it. */
export function PlanOnMap({ map, plan, points, isDraft = false }: PlanOnMapProps) {
  const { clock } = useApp()
  const { id, width, height } = plan
  const { left, top, a, b } = placePlan(points)
  useEffect(() => {
    let cancel = () => {}
    const layer: PlanLayer = new PlanLayer({
      url: planImage(id),
      width,
      height,
      place: { left, top, a, b },
      isDraft,
      onFailed() {
        cancel = clock.after(RETRY_MS, () => layer.reload())
      },
    })
    layer.addTo(map)
    return () => {
      cancel()
      layer.remove()
    }
  }, [map, clock, id, width, height, left, top, a, b, isDraft])
  return null
}
