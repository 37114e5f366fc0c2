import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  AssetTagEvent,
  ErrorCode,
  ImportedRow,
  VehicleImport,
} from '@vehicle-control/protocol'
import { createAssets } from '../../store/assets/assets.ts'
import { assetsWith } from '../../store/assets/find-assets.ts'
import type { Db } from '../../store/database.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditEntry } from '../http/audit-entry.ts'
import type { CallRequest } from '../http/call.ts'
import { PlatesAndTags } from './plates-and-tags.ts'
import { type NewVehicle, type ReadRow, readVehicleRow } from './read-vehicle-row.ts'

/** Rows that are validated in one turn of the event loop: some 5 ms. */
const SLICE_ROWS = 100

type Requester = Pick<CallRequest, 'session' | 'address'>

/**
 * Stores the rows that are valid vehicles and whose plate and tag are free, all in one transaction
 * with an audit entry each. Resolves with the result of every row, in their order, and the tags that
 * are now somebody's.
 */
export async function importVehicles(
  requester: Requester,
  db: Db,
  rows: VehicleImport['rows'],
): Promise<{ results: ImportedRow[]; tags: AssetTagEvent[] }> {
  // Validated before the lock is taken, for which others wait.
  const read: ReadRow[] = []
  for (const row of rows) {
    if (read.length % SLICE_ROWS === 0) await nextTurn()
    read.push(readVehicleRow(row))
  }
  const vehicles = read.flatMap((row) => ('vehicle' in row ? [row.vehicle] : []))
  const plates = vehicles.map((vehicle) => vehicle.plate)
  const tags = vehicles.map((vehicle) => vehicle.rfid_tag)
  const storeRows = async (trx: Db) => {
    // Looked up beforehand: a row that an index refuses aborts a transaction of Postgres.
    const inUse = new PlatesAndTags(await assetsWith(trx, { plates, tags }))
    const fresh: NewVehicle[] = []
    const answers = read.map((row) => {
      if ('fault' in row) return () => refused(row.fault.code, row.fault.message)
      const conflict = inUse.conflictOf(row.vehicle)
      if (conflict) return () => refused('duplicate', conflict.message, conflict.same)
      inUse.add(row.vehicle)
      fresh.push(row.vehicle)
      return (ids: Map<string, number>) => stored(ids.get(row.vehicle.rfid_tag))
    })
    await nextTurn()
    const ids = await storeVehicles(requester, trx, fresh)
    await nextTurn()
    const stood = fresh.map(({ plate, name, rfid_tag }) => {
      return { uid: rfid_tag, asset: { asset_id: Number(ids.get(rfid_tag)), name: plate || name } }
    })
    return { results: answers.map((answer) => answer(ids)), tags: stood }
  }
  return await withLockOfAllHubs(db, storeRows)
}

async function storeVehicles(
  requester: Requester,
  trx: Db,
  vehicles: readonly NewVehicle[],
): Promise<Map<string, number>> {
  const at = Date.now()
  const ids = await createAssets(trx, vehicles, at)
  await nextTurn()
  // One audit entry each, as if they were added singly: the log is searched by the id.
  const entries = vehicles.map(({ type, plate, rfid_tag }) => {
    const detail = { type, plate, rfid_tag, imported: true }
    const target = String(ids.get(rfid_tag))
    return auditEntry(requester, { at, action: 'asset.create', target, detail })
  })
  await appendAudit(trx, ...entries)
  return ids
}

const stored = (id: number | undefined): ImportedRow => ({
  id: id ?? null,
  error: null,
  message: null,
  same: false,
})

const refused = (error: ErrorCode, message: string, same = false): ImportedRow => ({
  id: null,
  error,
  message,
  same,
})
