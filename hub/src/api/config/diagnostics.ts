import { appendAudit } from '../../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditEntry } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { SUPERADMINS } from '../http/callers.ts'

export const diagnosticsCalls = [
  declareCall({
    id: 'downloadDiagnostics',
    method: 'GET',
    path: '/api/config/diagnostics',
    who: SUPERADMINS,
    // The browser navigates to it, without the Authorization header.
    cookie: true,
    summary: 'A zip of versions, figures, settings and the last lines of the log, without secrets',
    answer: 'application/zip',
    isExport: () => true,
    async handle(request, { db, diagnostics, now }) {
      const at = now()
      const bytes = await diagnostics()
      const what = { at, action: 'settings.diagnostics', target: 'diagnostics' }
      const entry = auditEntry(request, { ...what, detail: { bytes: bytes.length } })
      await withLockOfAllHubs(db, (trx) => appendAudit(trx, entry))
      const day = new Date(at).toISOString().slice(0, 16).replaceAll(/\D/g, '')
      return request.context.body(Buffer.from(bytes), 200, {
        'content-type': 'application/zip',
        'content-length': String(bytes.length),
        'content-disposition': `attachment; filename="diagnostico-${day}.zip"`,
      })
    },
  }),
]
