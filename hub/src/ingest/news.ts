import type {
  AckEvent,
  EventAgent,
  SuppressedEvent,
  TelemetryEvent,
} from '@vehicle-control/protocol'
import type { Bus, ScanNews } from '../bus/bus.ts'
import type { TaggedAsset } from '../store/tagged-assets.ts'
import type { SortedEntries } from './sort-entries.ts'

/** Entries of one epoch, on their way to the screens. */
export interface NewsItem {
  epoch: string
  agent: EventAgent
  entries: Pick<SortedEntries, 'reads' | 'suppressions' | 'telemetry' | 'results'>
  assets: ReadonlyMap<string, TaggedAsset>
}

/**
 * Tells the screens of entries. Late ones are passed over, and so are those that are not new: the
 * live lane has shown them already. Read ids are `<epoch>-<seq>`, the stored row's.
 */
export function raiseNews(
  bus: Bus,
  { epoch, agent, entries, assets }: NewsItem,
  isNew: (seq: number) => boolean,
) {
  const scans: ScanNews[] = []
  for (const r of entries.reads) {
    if (r.late || !isNew(r.seq)) continue
    const asset = assets.get(r.uid)
    scans.push({ known: asset !== undefined, event: scanEvent(epoch, r, r.readAt, agent, asset) })
  }
  if (scans.length > 0) bus.emit('scans', scans)
  const suppressed: SuppressedEvent[] = []
  for (const s of entries.suppressions) {
    if (s.late || !isNew(s.seq)) continue
    const event = scanEvent(epoch, s, s.lastAt, agent, assets.get(s.uid))
    suppressed.push(Object.assign(event, { count: s.count }))
  }
  if (suppressed.length > 0) bus.emit('suppressed', suppressed)
  const samples: TelemetryEvent[] = []
  for (const t of entries.telemetry) {
    if (t.late || !isNew(t.seq)) continue
    const { type, value, unit } = t
    samples.push({
      agent: { code: agent.code },
      ts: new Date(t.at).toISOString(),
      type,
      value,
      unit,
    })
  }
  if (samples.length > 0) bus.emit('telemetry', samples)
  const acks: AckEvent[] = []
  for (const { late, seq, result } of entries.results) {
    if (late || !isNew(seq)) continue
    acks.push({ agent: { code: agent.code }, ...result })
  }
  if (acks.length > 0) bus.emit('acks', acks)
}

function scanEvent(
  epoch: string,
  row: { seq: number; uid: string; receivedAt: number },
  at: number,
  agent: EventAgent,
  asset: TaggedAsset | undefined,
) {
  return {
    id: `${epoch}-${row.seq}`,
    uid: row.uid,
    ts: new Date(at).toISOString(),
    received_at: new Date(row.receivedAt).toISOString(),
    vehicle:
      asset === undefined ? null : { plate: asset.plate, model: asset.model, owner: asset.owner },
    agent,
  }
}
