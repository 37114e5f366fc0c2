import { OwnSessions, SessionsEnded } from '@vehicle-control/protocol'
import { listSessions, revokeSessionOf, revokeSessionsOf } from '../../store/auth/sessions.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { sessionViews } from '../auth/session-view.ts'
import { auditEntry } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { SUPERADMINS } from '../http/callers.ts'
import { apiError } from '../http/errors.ts'
import { RowId } from '../http/input.ts'
import { superadminAct } from './superadmin-act.ts'
import { requireUser } from './accounts.ts'

/** A superadmin sees where an account is logged in, and ends that. */
export const userSessionCalls = [
  declareCall({
    id: 'listUserSessions',
    method: 'GET',
    path: '/api/users/:id/sessions',
    who: SUPERADMINS,
    summary: 'The logins of an account that are in force, by last use',
    answer: OwnSessions,
    async handle({ params: { id }, session }, { db, sessionUse, now }) {
      await requireUser(db, id)
      return { items: sessionViews(await listSessions(db, id, now()), session, { sessionUse }) }
    },
  }),
  declareCall({
    id: 'endUserSessions',
    method: 'DELETE',
    path: '/api/users/:id/sessions',
    who: SUPERADMINS,
    summary: 'End all logins of an account, but for the one that asks',
    answer: SessionsEnded,
    async handle({ params: { id }, ...request }, parts) {
      const ended = await superadminAct(request, undefined, parts, async (trx) => {
        const at = parts.now()
        const { email: target } = await requireUser(trx, id)
        const ids = await revokeSessionsOf(trx, id, at, request.session)
        const detail = { via: 'superadmin', ended: ids.length }
        const entry = auditEntry(request, { at, action: 'session.end', target, detail })
        if (ids.length > 0) await appendAudit(trx, entry)
        return ids
      })
      if (ended.length > 0) parts.bus.broadcast('sessionsRevoked', ended)
      return { ok: true, ended: ended.length }
    },
  }),
  declareCall({
    id: 'endUserSession',
    method: 'DELETE',
    path: '/api/users/:id/sessions/:session',
    who: SUPERADMINS,
    summary: 'End one login of an account',
    answer: SessionsEnded,
    async handle({ params, ...request }, parts) {
      const session = RowId.safeParse(params.session).data ?? 0
      await superadminAct(request, undefined, parts, async (trx) => {
        const at = parts.now()
        const { email: target } = await requireUser(trx, params.id)
        const ended = await revokeSessionOf(trx, { id: session, userId: params.id }, at)
        if (!ended) throw apiError('not_found', 'La sesión no existe o ya se cerró')
        const detail = { via: 'superadmin', session, device: ended.device }
        const what = { at, action: 'session.end', target, detail }
        await appendAudit(trx, auditEntry(request, what))
      })
      parts.bus.broadcast('sessionsRevoked', [session])
      return { ok: true, ended: 1 }
    },
  }),
]
