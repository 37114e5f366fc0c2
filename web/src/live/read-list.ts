import type { ReadLog, ScanEvent } from '@vehicle-control/protocol'
import { LATE_AFTER_MS } from '@vehicle-control/protocol/limits'
import {
  byShownColumn,
  SHOWN_COLUMNS,
  type ShownColumn,
} from '@vehicle-control/protocol/vehicle-columns'

/** The members of a stored read that its live event has too. */
type StoredRead = Omit<ScanEvent, 'ts' | 'vehicle' | 'agent'> &
  Pick<
    ReadLog,
    'read_at' | `agent_${'code' | 'name' | 'location'}` | 'asset_id' | 'decision' | ShownColumn
  >

/** A read of a list; a stored one says what was decided on it. */
export type ListedRead = ScanEvent & Pick<ReadLog, 'decision'>

/** Turns a stored read into the live event that announces such a read. */
export function scanOfLog(log: StoredRead): ListedRead {
  const { asset_id, retired_from, decision } = log
  const isKnown = SHOWN_COLUMNS.some((column) => log[column] != null)
  return {
    id: log.id,
    uid: log.uid,
    ts: log.read_at,
    received_at: log.received_at,
    vehicle: isKnown ? { ...byShownColumn((column) => log[column] ?? null), asset_id } : null,
    agent: { code: log.agent_code, name: log.agent_name, location: log.agent_location },
    ...(retired_from && { retired_from }),
    ...(decision && { decision }),
  }
}

/** True for a read that reached the hub too long after it happened to say anything about now. */
export function isLate(read: ScanEvent): boolean {
  return Date.parse(read.received_at) - Date.parse(read.ts) > LATE_AFTER_MS
}
