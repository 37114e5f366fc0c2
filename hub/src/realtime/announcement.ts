import type { EventAgent } from '@vehicle-control/protocol'
import type { News } from '../bus/replica-events.ts'
import type { StoredRead, StoredSuppression, StoredTelemetry } from '../store/reads/entries.ts'
import type { StoredResult } from '../store/commands/relay-commands.ts'
import type { TaggedAsset } from '../store/assets/tagged-assets.ts'

/** What screens are told of a row. */
interface ToldEntries {
  reads: Pick<StoredRead, 'seq' | 'uid' | 'receivedAt' | 'readAt' | 'late'>[]
  suppressions: Pick<
    StoredSuppression,
    'seq' | 'uid' | 'receivedAt' | 'lastAt' | 'count' | 'late'
  >[]
  telemetry: Pick<StoredTelemetry, 'seq' | 'type' | 'value' | 'unit' | 'at' | 'late'>[]
  results: Pick<StoredResult, 'seq' | 'result' | 'late'>[]
}

/** Entries of one epoch, on their way to the screens. */
export interface NewsItem {
  epoch: string
  agent: EventAgent
  entries: ToldEntries
  assets: ReadonlyMap<string, TaggedAsset>
}

/**
 * What screens are to hear of entries. Late ones are passed over, and so are those that are not
 * new. Read ids are `<epoch>-<seq>`, the stored row's.
 */
export function newsOf(
  { epoch, agent, entries, assets }: NewsItem,
  isNew: (seq: number) => boolean,
): News {
  const news: News = { epoch, span: null, scans: [], suppressed: [], telemetry: [], acks: [] }
  const { code } = agent
  for (const r of entries.reads) {
    if (r.late || !isNew(r.seq)) continue
    const asset = assets.get(r.uid)
    const event = scanEvent(epoch, r, r.readAt, agent, asset)
    news.scans.push([r.seq, { known: asset !== undefined, event }])
  }
  for (const s of entries.suppressions) {
    if (s.late || !isNew(s.seq)) continue
    const event = scanEvent(epoch, s, s.lastAt, agent, assets.get(s.uid))
    news.suppressed.push([s.seq, Object.assign(event, { count: s.count })])
  }
  for (const t of entries.telemetry) {
    if (t.late || !isNew(t.seq)) continue
    const { type, value, unit } = t
    const ts = new Date(t.at).toISOString()
    news.telemetry.push([t.seq, { agent: { code }, ts, type, value, unit }])
  }
  for (const { late, seq, result } of entries.results) {
    if (late || !isNew(seq)) continue
    news.acks.push([seq, { agent: { code }, ...result }])
  }
  return news
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
