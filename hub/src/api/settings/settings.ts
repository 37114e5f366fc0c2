import { SuppressWindow } from '@vehicle-control/protocol'
import { appendAudit } from '../../store/people/audit-log.ts'
import { setSuppressWindowMs, suppressWindowMs } from '../../store/settings/settings.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditEntry } from '../http/audit-entry.ts'
import { type Call, declareCall } from '../http/call.ts'
import { ADMINS } from '../http/callers.ts'

/** The suppression window under its path, and under the one that screens fall back to. */
export const settingsCalls = [
  ...suppressWindowCalls('/api/settings/suppress-window', 'SuppressWindow'),
  ...suppressWindowCalls('/api/admin/settings/suppress-window', 'AdminSuppressWindow'),
]

function suppressWindowCalls(path: `/api/${string}`, name: string): Call[] {
  return [
    declareCall({
      id: `get${name}`,
      method: 'GET',
      path,
      who: ADMINS,
      summary: 'The suppression window',
      answer: SuppressWindow,
      async handle(_, { db }) {
        return { ms: await suppressWindowMs(db) }
      },
    }),
    declareCall({
      id: `set${name}`,
      method: 'PUT',
      path,
      who: ADMINS,
      summary: 'Set the suppression window; answers what it became, 10,000 to 600,000 ms',
      body: SuppressWindow,
      example: { ms: 45_000 },
      answer: SuppressWindow,
      async handle({ body, ...request }, { db, bus }) {
        const ms = await withLockOfAllHubs(db, async (trx) => {
          const before = await suppressWindowMs(trx)
          const after = await setSuppressWindowMs(trx, body.ms)
          const what = {
            at: Date.now(),
            action: 'settings.suppress_window',
            target: 'suppress_window',
            detail: { before, after },
          }
          await appendAudit(trx, auditEntry(request, what))
          return after
        })
        bus.broadcast('suppressWindow', ms)
        return { ms }
      },
    }),
  ]
}
