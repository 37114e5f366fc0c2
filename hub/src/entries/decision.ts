import {
  type DecisionData,
  DecisionDetail,
  DecisionEvent,
  type DecisionForWalls,
} from '@vehicle-control/protocol'
import { type TaggedRow, ASSET_NOT_LOOKED_UP } from '../store/assets/tagged-assets.ts'
import { type CellsOf, insertEntries } from '../store/bulk.ts'
import { byArrival } from '../store/retention.ts'
import { rooms } from './delivery.ts'
import { ENTRY, type EntryRow } from './entry.ts'
import { declareAnnounced, type KindOfEntry, type RowsOrigin } from './entry-kind.ts'
import { entryTime } from './entry-time.ts'
import { inSpans, MISSED_ROWS_MAX } from './missed-spans.ts'
import { redactOwner, scanEvent, type SeenTag } from './read.ts'

/** What a gate decided on a tag. */
export interface DecisionRow extends EntryRow, TaggedRow {
  readSeq: number | null
  reader: string
  verdict: string
  reason: string
  rule: number | null
  marked: boolean
  mode: string
  count: number
  at: number
  clock: string
  late: boolean
  /** All that the edge said. */
  facts: DecisionData
}

/** A decision takes some hundred bytes; a newer edge's may take more. */
const FACTS_MAX_BYTES = 4096

const DECISION: CellsOf<'decisions', DecisionRow> = {
  ...ENTRY,
  read_seq: (d) => d.readSeq,
  reader: (d) => d.reader,
  uid: (d) => d.uid,
  asset_id: (d) => d.versionId,
  verdict: (d) => d.verdict,
  reason: (d) => d.reason,
  rule: (d) => d.rule,
  marked: (d) => (d.marked ? 1 : 0),
  mode: (d) => d.mode,
  count: (d) => d.count,
  decided_at: (d) => d.at,
  clock: (d) => d.clock,
  late: (d) => (d.late ? 1 : 0),
  facts: (d) => JSON.stringify(d.facts),
}

/** The fields of a decision that are announced. */
type Decided = SeenTag &
  Pick<DecisionRow, 'readSeq' | 'verdict' | 'reason' | 'rule' | 'marked' | 'mode' | 'count'>

function decisionEvent(row: Decided, origin: RowsOrigin): DecisionEvent {
  const { readSeq, verdict, reason, rule, marked, mode, count } = row
  const read = readSeq === null ? null : `${origin.epoch}-${readSeq}`
  return { ...scanEvent(row, origin), read, verdict, reason, rule, marked, mode, count }
}

/** A decision for a wall, which anybody at the gate can see: neither why, nor an owner. */
function forWalls(event: DecisionEvent): DecisionForWalls {
  const { read, verdict } = event
  const { id, uid, ts, received_at, vehicle, agent } = redactOwner(event)
  return { id, uid, ts, received_at, vehicle, agent, read, verdict }
}

const announced = declareAnnounced({
  name: 'decisions',
  payload: DecisionEvent,
  of: decisionEvent,
  deliveries: [
    {
      event: 'access:decision',
      to: ['operator', 'admin', 'superadmin'].map(rooms.role),
      reduced: { to: [rooms.role('kiosk')], of: forWalls },
    },
  ],
  missed: {
    by: 'seq',
    async find(db, spans, since) {
      const rows = await db
        .selectFrom('decisions')
        .select(['epoch_id', 'seq', 'read_seq', 'uid', 'verdict', 'reason', 'rule'])
        .select(['marked', 'mode', 'count', 'decided_at', 'received_at'])
        .where(inSpans(spans))
        .where('received_at', '>=', since)
        .where('late', '=', 0)
        .orderBy('received_at', 'desc')
        .limit(MISSED_ROWS_MAX)
        .execute()
      return rows.map(({ epoch_id, read_seq, decided_at, received_at, marked, ...row }) => {
        const times = { at: decided_at, receivedAt: received_at, late: false }
        const said = { ...row, readSeq: read_seq, marked: marked === 1 }
        return { epochId: epoch_id, ...said, ...ASSET_NOT_LOOKED_UP, ...times }
      })
    },
  },
})

export const decision: KindOfEntry<'decision', DecisionRow, typeof announced> = {
  kind: 'decision',
  metric: 'decisions',
  counter: {
    name: 'vc_decisions_total',
    help: 'What gates decided on tags, by verdict',
    label: 'verdict',
    labels: ['allow', 'deny', 'other'],
    of: ({ verdict, count }) => [
      verdict === 'allow' || verdict === 'deny' ? verdict : 'other',
      count,
    ],
  },
  isTagged: true,

  /** What is set aside is bounded by the hour: a stolen key must not fill the disk by what nobody reads. */
  refusal({ data }) {
    const bytes = Buffer.byteLength(JSON.stringify(data))
    return bytes <= FACTS_MAX_BYTES ? null : `${bytes} bytes are too many for a decision`
  },

  row(entry, { epochId, agentId, receivedAt }) {
    const { data, seq } = entry
    const { uid, reader, verdict, reason, mode } = data
    const { rule = null, marked = false, previous, count = 1 } = DecisionDetail.parse(data)
    const { at, clock, late } = entryTime(entry, receivedAt)
    return {
      epochId,
      seq,
      agentId,
      receivedAt,
      readSeq: previous === true && seq > 1 ? seq - 1 : null,
      reader,
      uid,
      versionId: null,
      asset: null,
      verdict,
      reason,
      rule,
      marked,
      mode,
      count,
      at,
      clock,
      late,
      facts: data,
    }
  },

  insert: (db, rows) => insertEntries(db, 'decisions', DECISION, rows),

  announced,

  retention: (db, { now, before }) => [byArrival(db, 'decisions', { now, before })],
}
