import { queryOptions } from '@tanstack/react-query'
import type {
  CreateWallRequest,
  PairWallRequest,
  UpdateWallRequest,
  Wall as WallAnswer,
} from '@vehicle-control/protocol'
import { anyShape, type ApiClient } from '../http/client.ts'
import { Wall, WallsResponse } from './shapes.ts'

const PATH = '/api/walls'
const pathOf = (id: number) => `${PATH}/${id}`

export const WALLS_KEY = 'walls'

/** Every wall screen, by name. */
export function wallsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: [WALLS_KEY],
    queryFn: async ({ signal }): Promise<WallAnswer[]> =>
      (await api({ path: PATH, shape: WallsResponse, rows: 'items', signal })).items,
  })
}

export function createWall(api: ApiClient, body: CreateWallRequest): Promise<WallAnswer> {
  return api({ method: 'POST', path: PATH, body, shape: Wall })
}

/** What is left out stays. */
export function updateWall(
  api: ApiClient,
  id: number,
  body: UpdateWallRequest,
): Promise<WallAnswer> {
  return api({ method: 'PATCH', path: pathOf(id), body, shape: Wall })
}

/** The screen's account ends, and its sessions. */
export function removeWall(api: ApiClient, id: number): Promise<unknown> {
  return api({ method: 'DELETE', path: pathOf(id), shape: anyShape })
}

/**
 * Makes the browser that shows the code this screen; 409 where another one is, without `replace`,
 * and before that where it is not `confirmed`, with words that name the browser.
 */
export function pairWall(api: ApiClient, id: number, body: PairWallRequest): Promise<WallAnswer> {
  return api({ method: 'POST', path: `${pathOf(id)}/pairing`, body, shape: Wall })
}

/** Ends the screen's sessions: its browser shows a code again. */
export function unpairWall(api: ApiClient, id: number): Promise<unknown> {
  return api({ method: 'DELETE', path: `${pathOf(id)}/pairing`, shape: anyShape })
}
