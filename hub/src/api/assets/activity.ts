import { ASSET_ACTIVITY_DAYS, AssetActivity, type GateActivity } from '@vehicle-control/protocol'
import {
  firstAndLastRead,
  type HourAtGate,
  hoursAtGates,
} from '../../store/reports/asset-activity.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'
import { assetView } from './assets.ts'
import { requireAsset } from './edit-asset.ts'

export const activityCalls = [
  declareCall({
    id: 'assetActivity',
    method: 'GET',
    path: '/api/assets/:id/activity',
    who: EVERY_ACCOUNT,
    summary: 'Reads of an asset in the last 30 days, by agent and hour of the site',
    answer: AssetActivity,
    async handle({ params }, { readOnly, searches, site, now }) {
      const asset = await requireAsset(readOnly, params)
      const days = site.lastDays(now(), ASSET_ACTIVITY_DAYS)
      const span = { from: days[0]?.from ?? 0, until: days.at(-1)?.until ?? 0 }
      // On the searches' connections: a tag that lies before a reader has reads by the million.
      const [hours, { first, last }] = await Promise.all([
        hoursAtGates(searches, asset.id, site.offsets(span)),
        firstAndLastRead(searches, asset.id),
      ])
      const gates = gatesOf(hours)
      return {
        asset: assetView(asset),
        from: new Date(span.from).toISOString(),
        total: gates.reduce((sum, gate) => sum + gate.total, 0),
        first_seen: first === null ? null : new Date(first).toISOString(),
        last_seen: last === null ? null : new Date(last).toISOString(),
        gates,
      }
    },
  }),
]

function gatesOf(hours: readonly HourAtGate[]): GateActivity[] {
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
