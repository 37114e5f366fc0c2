import { type EventAgent, HostMetric, type ScanEvent } from '@vehicle-control/protocol'
import type { Announcement } from '../bus/replica-events.ts'
import { retiredFrom, type Tagged } from '../store/assets/tagged-assets.ts'
import type { StoredResult } from '../store/commands/relay-commands.ts'
import type { MissedEntries } from '../store/reads/missed-entries.ts'

/** The lists of agents tell them; with one a minute of each agent, browsers would get little else. */
const OF_LISTS: ReadonlySet<string> = new Set(HostMetric.options)

/** Entries of one epoch that browsers may not know yet, as ingest or the database has them. */
export interface EpochEntries {
  epoch: string
  agent: EventAgent
  entries: MissedEntries & {
    results: Pick<StoredResult, 'seq' | 'result' | 'late'>[]
  }
}

/**
 * Makes the events of entries that are new and not late. Read ids are `<epoch>-<seq>`, so that a
 * live entry and its stored row have the same one.
 */
export function announcementOf(given: EpochEntries, isNew: (seq: number) => boolean): Announcement {
  const { entries } = given
  const made: Announcement = {
    epoch: given.epoch,
    span: null,
    scans: [],
    suppressed: [],
    telemetry: [],
    acks: [],
  }
  const { code } = given.agent
  for (const r of entries.reads) {
    if (r.late || !isNew(r.seq)) continue
    const event = scanEvent(given, r, r.readAt)
    made.scans.push([r.seq, { known: event.vehicle !== null, event }])
  }
  for (const s of entries.suppressions) {
    if (s.late || !isNew(s.seq)) continue
    const event = scanEvent(given, s, s.lastAt)
    made.suppressed.push([s.seq, Object.assign(event, { count: s.count })])
  }
  for (const t of entries.telemetry) {
    if (t.late || OF_LISTS.has(t.type) || !isNew(t.seq)) continue
    const { type, source, value, unit } = t
    const ts = new Date(t.at).toISOString()
    made.telemetry.push([
      t.seq,
      { agent: { code }, ts, type, ...(source !== '' && { source }), value, unit },
    ])
  }
  for (const { late, seq, result } of entries.results) {
    if (late || !isNew(seq)) continue
    made.acks.push([seq, { agent: { code }, ...result }])
  }
  return made
}

function scanEvent(
  { epoch, agent }: EpochEntries,
  row: Pick<Tagged, 'uid' | 'asset'> & { seq: number; receivedAt: number },
  at: number,
): ScanEvent {
  const { asset } = row
  return {
    id: `${epoch}-${row.seq}`,
    uid: row.uid,
    ts: new Date(at).toISOString(),
    received_at: new Date(row.receivedAt).toISOString(),
    vehicle:
      asset === null || asset.isRetired
        ? null
        : {
            plate: asset.plate,
            model: asset.model,
            owner: asset.owner,
            asset_id: asset.assetId,
          },
    agent,
    ...(asset?.isRetired && { retired_from: retiredFrom(asset) }),
  }
}
