import { AccessGroup, AccessGroupRequest, AccessGroups, Done } from '@vehicle-control/protocol'
import {
  addGroup,
  endGroup,
  findGroup,
  listGroups,
  renameGroup,
  usesOfGroup,
} from '../../store/access/access-groups.ts'
import type { Db } from '../../store/database.ts'
import { isDuplicate } from '../../store/duplicate.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditEntry } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { ADMINS, PEOPLE } from '../http/callers.ts'
import { apiError } from '../http/errors.ts'

const saved = {
  body: AccessGroupRequest,
  example: { name: 'Proveedores' },
  answer: AccessGroup,
  errors: ['duplicate'],
} as const

/** Groups of vehicles that rules of gates name. */
export const accessGroupCalls = [
  declareCall({
    id: 'listAccessGroups',
    method: 'GET',
    path: '/api/access/groups',
    who: PEOPLE,
    summary: 'Groups of vehicles, by name, with how many vehicles and assets are in each',
    answer: AccessGroups,
    handle: async (_, { readOnly }) => ({ items: await listGroups(readOnly) }),
  }),
  declareCall({
    id: 'createAccessGroup',
    method: 'POST',
    path: '/api/access/groups',
    who: ADMINS,
    summary: 'Add a group of vehicles',
    status: 201,
    ...saved,
    async handle({ body: { name }, ...request }, { db }) {
      const id = await orDuplicate(() =>
        withLockOfAllHubs(db, async (trx) => {
          const at = Date.now()
          const added = await addGroup(trx, name, at)
          const what = { at, action: 'access.group_created', target: String(added) }
          await appendAudit(trx, auditEntry(request, { ...what, detail: { name } }))
          return added
        }),
      )
      return { id, name, assets: 0 }
    },
  }),
  declareCall({
    id: 'renameAccessGroup',
    method: 'PATCH',
    path: '/api/access/groups/:id',
    who: ADMINS,
    summary: 'Give a group of vehicles another name',
    ...saved,
    async handle({ body: { name }, params: { id }, ...request }, { db }) {
      const { assets } = await orDuplicate(() =>
        withLockOfAllHubs(db, async (trx) => {
          const at = Date.now()
          const before = await requireGroup(trx, id)
          if (before.name !== name) {
            await renameGroup(trx, id, name)
            const what = { at, action: 'access.group_renamed', target: String(id) }
            const detail = { name, name_was: before.name }
            await appendAudit(trx, auditEntry(request, { ...what, detail }))
          }
          return await usesOfGroup(trx, id)
        }),
      )
      return { id, name, assets }
    },
  }),
  declareCall({
    id: 'deleteAccessGroup',
    method: 'DELETE',
    path: '/api/access/groups/:id',
    who: ADMINS,
    summary: 'Delete a group that no rule and no vehicle is in',
    answer: Done,
    errors: ['in_use'],
    async handle({ params: { id }, ...request }, { db }) {
      await withLockOfAllHubs(db, async (trx) => {
        const at = Date.now()
        const { name } = await requireGroup(trx, id)
        const uses = await usesOfGroup(trx, id)
        if (uses.assets + uses.rules > 0) throw inUse(uses)
        await endGroup(trx, id, at)
        const what = { at, action: 'access.group_deleted', target: String(id) }
        await appendAudit(trx, auditEntry(request, { ...what, detail: { name } }))
      })
      return { ok: true }
    },
  }),
]

async function requireGroup(db: Db, id: number): Promise<{ id: number; name: string }> {
  const group = await findGroup(db, id)
  if (group) return group
  throw apiError('not_found', 'El grupo no existe; puede que lo hayan eliminado')
}

function inUse({ assets, rules }: { assets: number; rules: number }) {
  const count = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`)
  const users = [
    ...(assets > 0 ? [count(assets, 'vehículo o activo', 'vehículos o activos')] : []),
    ...(rules > 0 ? [count(rules, 'regla', 'reglas')] : []),
  ].join(' y ')
  return apiError('in_use', `El grupo lo usan ${users}; quítalo de ahí primero`)
}

async function orDuplicate<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // The unique index decides: two may save the same name at once.
    if (isDuplicate(error)) throw apiError('duplicate', 'Ya hay un grupo con ese nombre; usa otro')
    throw error
  }
}
