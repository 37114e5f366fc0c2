import { queryOptions } from '@tanstack/react-query'
import type { Vehicle as VehicleRow, VehicleRequest } from '@vehicle-control/protocol'
import { anyShape, type ApiClient } from '../http/client.ts'
import { ASSETS_KEY, LIST_FRESH_MS, listPath, type ListQuestion } from './asset-lists.ts'
import { Vehicle, VehicleList } from './shapes.ts'

const PATH = '/api/vehicles'

/** Where the browser goes to save all vehicles as CSV, or only the columns of an import. */
export const VEHICLES_CSV = { all: `${PATH}/export/csv`, template: `${PATH}/export/csv?template=1` }

/** GET /api/vehicles: plate, model and owner are searched. */
export function vehiclesQuery({ api }: { api: ApiClient }, question: ListQuestion) {
  return queryOptions({
    queryKey: [ASSETS_KEY, 'vehicles', question],
    staleTime: LIST_FRESH_MS,
    queryFn: ({ signal }) =>
      api({ path: listPath(PATH, question), shape: VehicleList, rows: 'items', signal }),
  })
}

/** POST /api/vehicles. */
export function createVehicle(api: ApiClient, body: VehicleRequest): Promise<VehicleRow> {
  return api({ method: 'POST', path: PATH, body, shape: Vehicle })
}

/** PUT /api/vehicles/{id}; 412 where it was changed since `updated_at`. */
export function updateVehicle(
  api: ApiClient,
  id: number,
  body: VehicleRequest,
): Promise<VehicleRow> {
  return api({ method: 'PUT', path: `${PATH}/${id}`, body, shape: Vehicle })
}

/** DELETE /api/vehicles/{id}; 412 where it was changed since `seen`. */
export function deleteVehicle(api: ApiClient, id: number, seen: string): Promise<unknown> {
  const path = `${PATH}/${id}?updated_at=${encodeURIComponent(seen)}`
  return api({ method: 'DELETE', path, shape: anyShape })
}
