import type { VehicleImport, VehicleImported as Imported } from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
import { VehicleImported } from './import-shapes.ts'

/** POST /api/vehicles/import: an answer a row, in their order. */
export function importVehicles(api: ApiClient, rows: VehicleImport['rows']): Promise<Imported> {
  const path = '/api/vehicles/import'
  return api({ method: 'POST', path, body: { rows }, shape: VehicleImported })
}
