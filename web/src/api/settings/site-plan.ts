import { queryOptions } from '@tanstack/react-query'
import type { SitePlan, SitePlanPoint } from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
import { SitePlanAnswer } from './plan-shapes.ts'

const PATH = '/api/site-plan'
/** A plan that could not be had, or is not that of its mark yet, is asked for again. */
const AGAIN_MS = 15_000
/** Whoever sets the plan sees what another one does to it after so long. */
const EVERY_MS = 5000

/** GET /api/site-plan, asked once for each `mark` that the list of the map's agents has. */
export function placedPlanQuery(api: ApiClient, mark: string) {
  return queryOptions({
    queryKey: ['site-plan', mark],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api({ path: PATH, shape: SitePlanAnswer, signal })).plan,
    refetchInterval: ({ state: { data } }) =>
      data && `${data.id}-${data.version}` === mark ? false : AGAIN_MS,
  })
}

/** The same as it is now, for who sets it. */
export function currentPlanQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['site-plan', null],
    refetchInterval: EVERY_MS,
    queryFn: async ({ signal }) => (await api({ path: PATH, shape: SitePlanAnswer, signal })).plan,
  })
}

/** The picture's url, whose content never changes. */
export const planImage = (id: string) => `${PATH}/image/${id}`

/** Of the plan that somebody has before them: the hub refuses (412) where it is another by now. */
const asSeen = (path: string, seen: SitePlan | null) => `${path}?version=${seen?.version ?? 0}`

/** The plan before goes, which is `seen`; the new one is yet to be placed. */
export async function uploadPlan(
  api: ApiClient,
  picture: Blob,
  seen: SitePlan | null,
): Promise<SitePlan | null> {
  const form = new FormData()
  form.set('image', picture, 'plano')
  const path = asSeen(`${PATH}/image`, seen)
  return (await api({ method: 'POST', path, form, shape: SitePlanAnswer })).plan
}

/** Refused (412) where somebody changed the plan since `version`. */
export async function placePlanAt(
  api: ApiClient,
  body: { version: number; points: SitePlanPoint[] },
): Promise<SitePlan | null> {
  return (await api({ method: 'PUT', path: `${PATH}/points`, body, shape: SitePlanAnswer })).plan
}

export async function removePlan(api: ApiClient, seen: SitePlan | null): Promise<void> {
  await api({ method: 'DELETE', path: asSeen(PATH, seen), shape: SitePlanAnswer })
}
