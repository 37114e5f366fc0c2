import { VEHICLE_COLUMNS } from '@vehicle-control/protocol'
import { z } from 'zod'
import { FIELD_OF_VEHICLE } from '../../store/assets/assets.ts'
import { countVehicles, vehiclePages } from '../../store/assets/find-assets.ts'
import type { Session } from '../../store/auth/sessions.ts'
import type { Db } from '../../store/database.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditEntry } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'
import { csvAnswer } from '../http/answers/csv-answer.ts'

export const vehicleExportCalls = [
  declareCall({
    id: 'exportVehicles',
    method: 'GET',
    path: '/api/vehicles/export/csv',
    who: EVERY_ACCOUNT,
    // The browser navigates to it, without the Authorization header.
    cookie: true,
    summary: 'All vehicles as CSV; with template=1 only the columns of an import',
    query: z.object({ template: z.enum(['0', '1']).prefault('0') }),
    answer: 'text/csv; charset=utf-8',
    isExport: ({ template }) => template === '0',
    async handle(request, { db, searches, now, log, bulkReads }) {
      const { query, context } = request
      // The columns of an import, by the same names.
      const answer = { columns: VEHICLE_COLUMNS, log }
      if (query.template === '1') {
        return csvAnswer(context, { ...answer, file: 'vehiculos_plantilla.csv', pages: noPages() })
      }
      const detail = { rows: await countVehicles(searches) }
      await bulkReads.note(context.var, { ...detail, isFurther: true })
      const entry = { at: now(), action: 'vehicles.export', target: 'vehicles', detail }
      await withLockOfAllHubs(db, (trx) => appendAudit(trx, auditEntry(request, entry)))
      return csvAnswer(context, {
        ...answer,
        file: 'vehiculos.csv',
        pages: rowsOf(searches, request.session),
      })
    },
  }),
]

async function* noPages(): AsyncGenerator<never> {}

async function* rowsOf(searches: Db, { seesOwners }: Session) {
  for await (const page of vehiclePages(searches)) {
    yield page.map((vehicle) =>
      VEHICLE_COLUMNS.map((column) =>
        column === 'owner' && !seesOwners ? null : vehicle[FIELD_OF_VEHICLE[column]],
      ),
    )
  }
}
