import {
  ASSET_ACTIVITY_DAYS,
  AssetActivity,
  type AssetVersion,
  byVehicleLine,
  type GateActivity,
} from '@vehicle-control/protocol'
import { versionsOf } from '../../store/assets/assets.ts'
import { findReads } from '../../store/reads/find-reads.ts'
import { INDEXED_KEYS } from '../../store/reads/matching-tags.ts'
import { loadReadLogs } from '../../store/reads/read-logs.ts'
import {
  type AgentHourReads,
  readsByAgentAndHour,
  readsBefore,
  readsOfVersions,
  type VersionReads,
} from '../../store/reports/asset-activity.ts'
import type { AssetRow } from '../../store/schema/assets.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'
import { shownAccess } from './shown-access.ts'
import { assetView } from './assets.ts'
import { requireAsset } from './edit-asset.ts'

const READS_LISTED = 20
/** A version that lasted less than this is taken for a typing mistake. */
const SLIP_MS = 600_000

const iso = (ms: number) => new Date(ms).toISOString()

export const activityCalls = [
  declareCall({
    id: 'assetActivity',
    method: 'GET',
    path: '/api/assets/:id/activity',
    who: EVERY_ACCOUNT,
    summary:
      'Reads of an asset in the last 30 days, by agent and hour of the site; what it was when',
    answer: AssetActivity,
    async handle({ params, context, session }, { readOnly, searches, site, now, bulkReads }) {
      const asset = await requireAsset(readOnly, params)
      const versions = await versionsOf(readOnly, params.id)
      const ids = versions.map(({ id }) => id)
      const days = site.lastDays(now(), ASSET_ACTIVITY_DAYS)
      const span = { from: days[0]?.from ?? 0, until: days.at(-1)?.until ?? 0 }
      // These have the newest reads; a search for more versions would not use the index.
      const newestVersions = versions.slice(0, INDEXED_KEYS)
      // On the connections for searches: a tag that lies near a reader has millions of reads.
      const [hours, seen, found, before] = await Promise.all([
        readsByAgentAndHour(searches, ids, site.offsets(span)),
        readsOfVersions(searches, ids),
        findReads(searches, {
          versions: newestVersions.map(({ id }) => id),
          limit: READS_LISTED,
        }),
        readsBefore(searches, newestVersions, READS_LISTED),
      ])
      const rows = found.ids.length + before.ids.length
      await bulkReads.note(context.var, { rows, asked: { id: params.id }, isFurther: false })
      const gates = gatesOf(hours)
      return {
        asset: assetView(asset, await shownAccess(session, readOnly, [asset])),
        from: iso(span.from),
        total: gates.reduce((sum, gate) => sum + gate.total, 0),
        first_seen: seen.length === 0 ? null : iso(Math.min(...seen.map(({ first }) => first))),
        last_seen: seen.length === 0 ? null : iso(Math.max(...seen.map(({ last }) => last))),
        gates,
        versions: versionViews(versions, seen),
        newest: await loadReadLogs(searches, found.ids, found.between),
        before: {
          total: before.total,
          capped: before.capped,
          newest: await loadReadLogs(searches, before.ids),
        },
      }
    },
  }),
]

/**
 * The versions except typing mistakes, which were short and never read; every tag that the asset
 * had is listed.
 */
function versionViews(rows: readonly AssetRow[], seen: readonly VersionReads[]): AssetVersion[] {
  const reads = new Map(seen.map((row) => [row.id, row]))
  const isSlip = ({ id, created_at, deleted_at }: AssetRow) =>
    !reads.has(id) && deleted_at !== null && deleted_at - created_at < SLIP_MS
  const tags = new Set(rows.filter((row) => !isSlip(row)).map(({ rfid_tag }) => rfid_tag))
  return rows.flatMap((row) => {
    if (isSlip(row) && tags.has(row.rfid_tag)) return []
    const { id, type, name, plate, rfid_tag, created_at, deleted_at } = row
    tags.add(rfid_tag)
    const own = reads.get(id)
    const times = { from: iso(created_at), until: deleted_at === null ? null : iso(deleted_at) }
    const first_seen = own ? iso(own.first) : null
    const last_seen = own ? iso(own.last) : null
    const lines = byVehicleLine((column) => row[column])
    return [{ type, name, plate, ...lines, rfid_tag, ...times, first_seen, last_seen }]
  })
}

function gatesOf(hours: readonly AgentHourReads[]): GateActivity[] {
  const gates = new Map<string, GateActivity>()
  for (const { code, name, hr, total } of hours) {
    let gate = gates.get(code)
    if (!gate) {
      gate = { code, name, total: 0, hours: Array.from({ length: 24 }, () => 0) }
      gates.set(code, gate)
    }
    gate.total += total
    gate.hours[hr] = total
  }
  return [...gates.values()].toSorted((a, b) => b.total - a.total || (a.code < b.code ? -1 : 1))
}
