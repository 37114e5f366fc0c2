import type { AssetAccessRequest } from '@vehicle-control/protocol'
import { DENIED_MAX } from '@vehicle-control/protocol/access/frames'
import { findGroup } from '../../store/access/access-groups.ts'
import {
  accessOf,
  type AssetAccess,
  NOTHING_SET,
  saveAccess,
  tagsOf,
} from '../../store/access/asset-access.ts'
import { canDeny } from '../../store/access/denied-tags.ts'
import type { Db } from '../../store/database.ts'
import { type AuditEntry, appendAudit } from '../../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditEntry, changes } from '../http/audit-entry.ts'
import type { CallRequest } from '../http/call.ts'
import { invalidField } from '../http/errors.ts'
import { type EditedAsset, requireAsset } from '../assets/edit-asset.ts'

/** What was set. */
export interface SetAccess {
  after: AssetAccess
  /** Every tag that it is about. */
  tags: string[]
  isDeniedChanged: boolean
}

/**
 * Sets who may pass of an asset, with an audit entry for each thing that changed.
 *
 * @throws 404 where there is no such asset, 400 for what cannot be set
 */
export async function setAccess(
  caller: Pick<CallRequest, 'session' | 'address'>,
  db: Db,
  asset: EditedAsset,
  request: AssetAccessRequest,
): Promise<SetAccess> {
  return await withLockOfAllHubs(db, async (trx) => {
    const at = Date.now()
    const { plate, name, rfid_tag } = await requireAsset(trx, asset)
    const before = (await accessOf(trx, [asset.id])).get(asset.id) ?? NOTHING_SET
    const after = wantedAccess(before, request)
    const tags = await tagsOf(trx, asset.id)
    await requirePossible(trx, { before, after, tags })
    const entries = actsOf(before, after)
    if (entries.length === 0) return { after, tags, isDeniedChanged: false }
    await saveAccess(trx, asset.id, { before, after, at, by: caller.session.email })
    const target = String(asset.id)
    const what = { plate: plate ?? name, rfid_tag }
    await appendAudit(
      trx,
      ...entries.map(({ action, detail }) =>
        auditEntry(caller, { at, action, target, detail: { ...what, ...detail } }),
      ),
    )
    return { after, tags, isDeniedChanged: before.denied !== after.denied }
  })
}

function wantedAccess(
  before: AssetAccess,
  { denied, validFrom, validTo, group }: AssetAccessRequest,
): AssetAccess {
  const isDenied = denied ?? before.denied === 1
  return {
    denied: isDenied ? 1 : 0,
    valid_from: validFrom === undefined ? before.valid_from : validFrom,
    valid_to: validTo === undefined ? before.valid_to : validTo,
    group_id: group === undefined ? before.group_id : group,
  }
}

async function requirePossible(
  trx: Db,
  { before, after, tags }: { before: AssetAccess; after: AssetAccess; tags: readonly string[] },
): Promise<void> {
  const { valid_from: from, valid_to: to, group_id: group } = after
  if (from !== null && to !== null && to <= from) {
    throw invalidField('validTo', '«Válido hasta» debe ser posterior a «Válido desde»')
  }
  if (group !== null && group !== before.group_id && !(await findGroup(trx, group))) {
    throw invalidField('group', 'El grupo no existe; puede que lo hayan eliminado')
  }
  if (before.denied === 0 && after.denied === 1 && !(await canDeny(trx, tags))) {
    const message = `No caben más tags bloqueados (máximo ${DENIED_MAX}); desbloquea los que ya no existen`
    throw invalidField('denied', message, message)
  }
}

type Act = Pick<AuditEntry, 'action' | 'detail'>

function actsOf(before: AssetAccess, after: AssetAccess): Act[] {
  const acts: Act[] = []
  if (before.denied !== after.denied)
    acts.push({ action: after.denied === 1 ? 'access.blocked' : 'access.unblocked', detail: {} })
  const dates = changes(['valid_from', 'valid_to'], before, after)
  if (Object.keys(dates).length > 0) acts.push({ action: 'access.validity', detail: dates })
  const group = changes(['group_id'], before, after)
  if (Object.keys(group).length > 0) acts.push({ action: 'access.group_set', detail: group })
  return acts
}
