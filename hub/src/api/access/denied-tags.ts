import { DeniedTags, Done } from '@vehicle-control/protocol'
import { findDenied, liftTag, listDenied } from '../../store/access/denied-tags.ts'
import { touchTags } from '../../store/access/touched-tags.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditEntry } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { ADMINS, PEOPLE } from '../http/callers.ts'
import { apiError } from '../http/errors.ts'

/** Tags that pass nowhere, of vehicles and assets that are or were blocked. */
export const deniedTagCalls = [
  declareCall({
    id: 'listDeniedTags',
    method: 'GET',
    path: '/api/access/denied',
    who: PEOPLE,
    summary: 'Tags that pass nowhere, the newest first',
    answer: DeniedTags,
    async handle({ context }, { readOnly, bulkReads }) {
      const items = await listDenied(readOnly)
      await bulkReads.note(context.var, { rows: items.length, asked: {}, isFurther: false })
      return { items }
    },
  }),
  declareCall({
    id: 'liftDeniedTag',
    method: 'DELETE',
    path: '/api/access/denied/:uid',
    who: ADMINS,
    summary: 'Let a tag pass again, as after it was taken off a blocked vehicle',
    answer: Done,
    errors: ['not_found', 'in_use'],
    async handle({ params: { uid }, ...request }, { db, accessList }) {
      await withLockOfAllHubs(db, async (trx) => {
        const at = Date.now()
        const denied = await findDenied(trx, uid)
        if (!denied) {
          throw apiError(
            'not_found',
            'El tag no está bloqueado; puede que otra persona lo haya desbloqueado',
          )
        }
        if (denied.worn) {
          throw apiError(
            'in_use',
            `El tag es de ${denied.name}, que está bloqueado; desbloquéalo a él`,
          )
        }
        await liftTag(trx, uid)
        await touchTags(trx, [uid])
        const detail = { asset_id: denied.asset_id, name: denied.name }
        const what = { at, action: 'access.tag_lifted', target: uid, detail }
        await appendAudit(trx, auditEntry(request, what))
      })
      void accessList.refresh()
      return { ok: true }
    },
  }),
]
