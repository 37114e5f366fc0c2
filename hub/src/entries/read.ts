import { ScanEvent } from '@vehicle-control/protocol'
import { z } from 'zod'
import {
  retiredFrom,
  saveStrays,
  type TaggedRow,
  ASSET_NOT_LOOKED_UP,
} from '../store/assets/tagged-assets.ts'
import { type CellsOf, insertEntries } from '../store/bulk.ts'
import { byMonth } from '../store/retention.ts'
import { rooms } from './delivery.ts'
import { ENTRY, type EntryRow } from './entry.ts'
import { declareAnnounced, type KindOfEntry, type RowsOrigin } from './entry-kind.ts'
import { entryTime } from './entry-time.ts'
import { inSpans, MISSED_ROWS_MAX } from './missed-spans.ts'

/** A read of a tag. */
export interface ReadRow extends EntryRow, TaggedRow {
  reader: string
  antenna: number | null
  rssi: number | null
  at: number
  clock: string
  late: boolean
  tid: string | null
  /** Absent: no. */
  isUnauthenticated?: boolean
}

const READ: CellsOf<'reads', ReadRow> = {
  ...ENTRY,
  reader: (r) => r.reader,
  uid: (r) => r.uid,
  antenna: (r) => r.antenna,
  rssi: (r) => r.rssi,
  asset_id: (r) => r.versionId,
  read_at: (r) => r.at,
  clock: (r) => r.clock,
  late: (r) => (r.late ? 1 : 0),
  tid: (r) => r.tid,
  unauthenticated: (r) => (r.isUnauthenticated ? 1 : null),
}

/** The fields of a read, or of repeats, that are announced. */
export type SeenTag = Pick<
  ReadRow,
  'uid' | 'asset' | 'versionId' | 'seq' | 'receivedAt' | 'at' | 'late'
>

/** A read on its way to browsers; `known` when an asset has its tag. */
export const AnnouncedScan = z.object({ event: ScanEvent, known: z.boolean() })
export type AnnouncedScan = z.infer<typeof AnnouncedScan>

/**
 * The event of a tag at a gate. Its id is `<epoch>-<seq>`, the same for an entry of a live frame
 * and for its stored row.
 */
export function scanEvent(
  { uid, asset, ...row }: SeenTag,
  { epoch, agent }: RowsOrigin,
): ScanEvent {
  return {
    id: `${epoch}-${row.seq}`,
    uid,
    ts: new Date(row.at).toISOString(),
    received_at: new Date(row.receivedAt).toISOString(),
    vehicle: asset === null || asset.isRetired ? null : asset.vehicle,
    agent,
    ...(asset?.isRetired && { retired_from: retiredFrom(asset) }),
  }
}

/** A read without the owner, for a wall that may not see owners. */
export function redactOwner(event: ScanEvent): ScanEvent {
  const { id, uid, ts, received_at, vehicle, agent } = event
  if (vehicle === null || vehicle.owner === null) return event
  return { id, uid, ts, received_at, vehicle: { ...vehicle, owner: null }, agent }
}

const announced = declareAnnounced({
  name: 'scans',
  payload: AnnouncedScan,
  of(row: SeenTag, origin) {
    const event = scanEvent(row, origin)
    return { event, known: event.vehicle !== null }
  },
  isTimed: true,
  deliveries: [
    {
      event: 'rfid:tags',
      to: [rooms.batch],
      of: ({ event }) => event,
      reduced: { to: [rooms.ownerlessBatch], of: ({ event }) => redactOwner(event) },
      inArrays: true,
    },
    {
      event: 'rfid:scan',
      to: [rooms.each],
      of: ({ event }) => event,
      reduced: { to: [rooms.ownerlessEach], of: ({ event }) => redactOwner(event) },
    },
    {
      event: 'rfid:tag',
      to: [rooms.role('admin'), rooms.role('superadmin')],
      of: ({ event }) => event,
      when: ({ known }) => !known,
    },
  ],
  missed: {
    by: 'seq',
    async find(db, spans, since) {
      const rows = await db
        .selectFrom('reads')
        .select(['epoch_id', 'seq', 'uid', 'read_at', 'received_at'])
        .where(inSpans(spans))
        .where('received_at', '>=', since)
        .where('late', '=', 0)
        .orderBy('received_at', 'desc')
        .limit(MISSED_ROWS_MAX)
        .execute()
      return rows.map(({ epoch_id: epochId, seq, uid, received_at, read_at: at }) => {
        return {
          epochId,
          seq,
          uid,
          ...ASSET_NOT_LOOKED_UP,
          receivedAt: received_at,
          at,
          late: false,
        }
      })
    },
  },
})

export const read: KindOfEntry<'read', ReadRow, typeof announced> = {
  kind: 'read',
  metric: 'reads',
  isTagged: true,
  locksAgents: true,

  row(entry, { epochId, agentId, receivedAt }) {
    const { data } = entry
    const { at, clock, late } = entryTime(entry, receivedAt)
    return {
      epochId,
      seq: entry.seq,
      agentId,
      receivedAt,
      reader: data.reader,
      uid: data.uid,
      antenna: data.antenna ?? null,
      rssi: data.rssi ?? null,
      versionId: null,
      asset: null,
      at,
      clock,
      late,
      tid: data.tid ?? null,
      isUnauthenticated: data.unauthenticated ?? false,
    }
  },

  insert: (db, rows) => insertEntries(db, 'reads', READ, rows),
  update: saveStrays,
  count: (row, counters) => counters.addRead(row),

  announced,

  retention: (db, limits) => byMonth(db, 'reads', limits),
}
