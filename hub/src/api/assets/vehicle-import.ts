import { IMPORT_MAX_BYTES, VehicleImport, VehicleImported } from '@vehicle-control/protocol'
import { declareCall } from '../http/call.ts'
import { ADMINS } from '../http/callers.ts'
import { announceTags } from './announce-tags.ts'
import { importVehicles } from './import-vehicles.ts'

export const vehicleImportCalls = [
  declareCall({
    id: 'importVehicles',
    method: 'POST',
    path: '/api/vehicles/import',
    who: ADMINS,
    summary: 'Add many vehicles, with an answer a row; all that are taken are stored at once',
    body: VehicleImport,
    example: {
      rows: [{ plate: 'KLM482', model: 'Duster', owner: 'Ana Peña', rfid_tag: 'TAG-482' }],
    },
    maxBytes: IMPORT_MAX_BYTES,
    answer: VehicleImported,
    async handle({ body, ...request }, { db, bus }) {
      const { results, tags } = await importVehicles(request, db, body.rows)
      announceTags(bus, tags)
      return { results }
    },
  }),
]
