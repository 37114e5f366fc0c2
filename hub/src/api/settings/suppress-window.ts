import { SuppressWindow } from '@vehicle-control/protocol'
import { changeSettings } from '../../settings/change-settings.ts'
import { suppressWindowMs } from '../../store/settings/site-settings.ts'
import { auditActor } from '../http/audit-entry.ts'
import { type Call, declareCall } from '../http/call.ts'
import { ADMINS } from '../http/callers.ts'

/** The suppression window under its path, and under the one that screens fall back to. */
export const suppressWindowCalls = [
  ...callsAt('/api/settings/suppress-window', 'SuppressWindow'),
  ...callsAt('/api/admin/settings/suppress-window', 'AdminSuppressWindow'),
]

function callsAt(path: `/api/${string}`, name: string): Call[] {
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
      async handle({ body: { ms }, ...request }, parts) {
        const change = { patch: { suppress_window_ms: ms }, by: auditActor(request) }
        const stored = await changeSettings(parts, { ...change, now: parts.now() })
        return { ms: stored?.settings.suppress_window_ms ?? ms }
      },
    }),
  ]
}
