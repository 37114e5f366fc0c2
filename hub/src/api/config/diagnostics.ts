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
    withoutDatabase: true,
    summary: 'A zip of versions, figures, settings and the last lines of the log, without secrets',
    answer: 'application/zip',
    isExport: () => true,
    async handle(request, { owedEntries, diagnostics, now }) {
      const at = now()
      const what = { at, action: 'settings.diagnostics', target: 'diagnostics' }
      // Who asks for help has a full disk, or a database that is away.
      const isNoted = await owedEntries.append(auditEntry(request, what))
      const bytes = await diagnostics({ isNoted })
      const day = new Date(at).toISOString().slice(0, 16).replaceAll(/\D/g, '')
      return request.context.body(Buffer.from(bytes), 200, {
        'content-type': 'application/zip',
        'content-length': String(bytes.length),
        'content-disposition': `attachment; filename="diagnostico-${day}.zip"`,
      })
    },
  }),
]
