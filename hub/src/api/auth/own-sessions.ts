import { OwnSessions, SessionsEnded } from '@vehicle-control/protocol'
import { listSessions, revokeSessionOf, revokeSessionsOf } from '../../store/auth/sessions.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditEntry } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { PEOPLE } from '../http/callers.ts'
import { apiError } from '../http/errors.ts'
import { sessionViews } from './session-view.ts'

/** People see where they are logged in, and end what they do not know or have left open. */
export const ownSessionCalls = [
  declareCall({
    id: 'listOwnSessions',
    method: 'GET',
    path: '/api/auth/sessions',
    who: PEOPLE,
    beforeSecondFactor: true,
    summary: 'The own logins in force: this one first, then by last use',
    answer: OwnSessions,
    async handle({ session }, { db, sessionUse, now }) {
      const rows = await listSessions(db, session.userId, now())
      return { items: sessionViews(rows, session, { sessionUse }) }
    },
  }),
  declareCall({
    id: 'endOtherSessions',
    method: 'DELETE',
    path: '/api/auth/sessions',
    who: PEOPLE,
    beforeSecondFactor: true,
    summary: 'End all own logins but this one',
    answer: SessionsEnded,
    async handle(request, { db, bus, now }) {
      const { session } = request
      const ended = await withLockOfAllHubs(db, async (trx) => {
        const at = now()
        const ids = await revokeSessionsOf(trx, session.userId, at, session)
        const what = { at, action: 'session.end', target: session.email }
        const detail = { via: 'others', ended: ids.length }
        if (ids.length > 0) await appendAudit(trx, auditEntry(request, { ...what, detail }))
        return ids
      })
      if (ended.length > 0) bus.broadcast('sessionsRevoked', ended)
      return { ok: true, ended: ended.length }
    },
  }),
  declareCall({
    id: 'endSession',
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    who: PEOPLE,
    beforeSecondFactor: true,
    summary: 'End one of the own logins',
    answer: SessionsEnded,
    async handle(request, { db, bus, now }) {
      const { session, params } = request
      await withLockOfAllHubs(db, async (trx) => {
        const at = now()
        const ended = await revokeSessionOf(trx, { id: params.id, userId: session.userId }, at)
        // A session of somebody else gets the same answer.
        if (!ended) throw apiError('not_found', 'La sesión no existe o ya se cerró')
        const what = { at, action: 'session.end', target: session.email }
        const detail = { via: 'list', session: ended.id, device: ended.device }
        await appendAudit(trx, auditEntry(request, { ...what, detail }))
      })
      bus.broadcast('sessionsRevoked', [params.id])
      return { ok: true, ended: 1 }
    },
  }),
]
