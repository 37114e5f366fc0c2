import { SuppressedEvent } from '@vehicle-control/protocol'
import { type TaggedRow, ASSET_NOT_LOOKED_UP } from '../store/assets/tagged-assets.ts'
import { type CellsOf, insertEntries } from '../store/bulk.ts'
import { byArrival } from '../store/retention.ts'
import { rooms } from './delivery.ts'
import { ENTRY, type EntryRow } from './entry.ts'
import { declareAnnounced, type KindOfEntry } from './entry-kind.ts'
import { entryTime } from './entry-time.ts'
import { inSpans, MISSED_ROWS_MAX, wasLate } from './missed-spans.ts'
import { redactOwner, scanEvent, type SeenTag } from './read.ts'

/** Repeats of a tag that its edge did not report as reads. */
export interface SuppressedRow extends EntryRow, TaggedRow {
  reader: string
  firstAt: number
  /** When the last of them was. */
  at: number
  count: number
  rssi: number | null
  late: boolean
}

const SUPPRESSION: CellsOf<'suppressions', SuppressedRow> = {
  ...ENTRY,
  reader: (s) => s.reader,
  uid: (s) => s.uid,
  asset_id: (s) => s.versionId,
  first_at: (s) => s.firstAt,
  last_at: (s) => s.at,
  count: (s) => s.count,
  rssi: (s) => s.rssi,
}

/** Repeats without the owner, for a wall that may not see owners. */
function redactOwnerOfRepeats(event: SuppressedEvent): SuppressedEvent {
  const bare = redactOwner(event)
  return bare === event ? event : Object.assign(bare, { count: event.count })
}

const announced = declareAnnounced({
  name: 'suppressed',
  payload: SuppressedEvent,
  of: (row: SeenTag & { count: number }, origin) =>
    Object.assign(scanEvent(row, origin), { count: row.count }),
  deliveries: [
    {
      event: 'rfid:suppressed',
      reduced: { to: [rooms.ownerless], of: redactOwnerOfRepeats },
    },
  ],
  missed: {
    by: 'seq',
    async find(db, spans, since) {
      const rows = await db
        .selectFrom('suppressions')
        .select(['epoch_id', 'seq', 'uid', 'last_at', 'received_at', 'count'])
        .where(inSpans(spans))
        .where('received_at', '>=', since)
        .orderBy('received_at', 'desc')
        .limit(MISSED_ROWS_MAX)
        .execute()
      return rows.map(({ epoch_id: epochId, seq, uid, count, last_at: at, received_at }) => {
        const late = wasLate(at, received_at)
        return {
          epochId,
          seq,
          uid,
          ...ASSET_NOT_LOOKED_UP,
          count,
          receivedAt: received_at,
          at,
          late,
        }
      })
    },
  },
})

export const suppressed: KindOfEntry<'suppressed', SuppressedRow, typeof announced> = {
  kind: 'suppressed',
  metric: 'suppressions',
  isTagged: true,

  row(entry, { epochId, agentId, receivedAt }) {
    const { data } = entry
    const { at, late } = entryTime(entry, receivedAt)
    return {
      epochId,
      seq: entry.seq,
      agentId,
      receivedAt,
      reader: data.reader,
      uid: data.uid,
      versionId: null,
      asset: null,
      firstAt: Math.round(Math.max(0, at - data.spanMs)),
      at,
      count: data.count,
      rssi: data.rssi ?? null,
      late,
    }
  },

  insert: (db, rows) => insertEntries(db, 'suppressions', SUPPRESSION, rows),
  count: (row, counters) => counters.addSuppressed(row),

  announced,

  retention: (db, { now, before }) => [byArrival(db, 'suppressions', { now, before })],
}
