import { Hono } from 'hono'
import { z } from 'zod'
import { csvFile } from '../../reports/csv.ts'
import { listVehicleRows } from '../../store/assets/find-assets.ts'
import type { Db } from '../../store/database.ts'
import type { ApiEnv } from '../http/env.ts'
import { readQuery } from '../http/input.ts'

/** The columns that an import asks for, by the same names. */
const columns = ['plate', 'model', 'owner', 'rfid_tag'] as const
export const ExportQuery = z.object({ template: z.enum(['0', '1']).prefault('0') })

/** GET /api/vehicles/export/csv: all vehicles, or with template=1 only the columns to fill in. */
export function vehicleExportRoutes({ logs }: { logs: Db }): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get('/export/csv', async (c) => {
    const isTemplate = readQuery(c, ExportQuery).template === '1'
    const vehicles = isTemplate ? [] : await listVehicleRows(logs)
    const rows = vehicles.map((v) => [v.plate, v.name, v.owner, v.rfid_tag])
    const file = isTemplate ? 'vehiculos_plantilla.csv' : 'vehiculos.csv'
    return c.body(csvFile(columns, rows), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file}"`,
    })
  })
}
