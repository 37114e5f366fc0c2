import { type StatusData, SUPPRESS_WINDOW_DEFAULT_MS } from '@vehicle-control/protocol'
import { DEMO_ASSETS, DEMO_VEHICLES } from '../demo-fleet.ts'
import { DEMO_GATES, DEMO_READER, type DemoGateCode } from '../demo-gates.ts'
import { type Arrival, arrivalsOf, type Outage } from './arrivals.ts'
import { assetMoves } from './asset-moves.ts'
import { climateEntries } from './climate.ts'
import { demoDecider } from './gate-decisions.ts'
import { type GateEntry, type Sighting, tagEntries } from './gate-entries.ts'
import { createRandom } from './random.ts'
import { SiteCalendar } from './site-calendar.ts'
import { unknownTagsOf } from './unknown-tags.ts'
import { type DayOfOne, type Passage, vehicleTrips } from './vehicle-trips.ts'

/** Whole days of the site before today. */
const DAYS = 30
/** The gate that had no network for a day, on the newest weekday at least so many days ago. */
const OUT_GATE: DemoGateCode = 'bodega-demo'
const OUT_DAYS_AGO = 6
/** Minutes after the next midnight at which that gate was connected again. */
const BACK_MINUTE = 395
/** Far apart, so that no day and no gate gets the random numbers of another. */
const DAY_SEED = 7919
const GATE_SEED = 104_729

interface SiteHistoryOptions {
  /** Nothing is after it. */
  now: number
  timeZone: string
  /** The same seed makes the same days. */
  seed: number
}

/** The past of the demo's site: what each gate's edge would have sent. */
export interface SiteHistory {
  /** Midnight before the first day. */
  from: number
  outage: Outage
  gates: { code: DemoGateCode; arrivals: Arrival[] }[]
}

/** Makes up the last 30 days of the demo's site, and today until now. Pure. */
export function siteHistory({ now, timeZone, seed }: SiteHistoryOptions): SiteHistory {
  const calendar = new SiteCalendar(timeZone)
  const today = calendar.dayOf(now)
  const from = calendar.moment(today - DAYS, 0)
  const outage = outageBefore(today, calendar)
  const sightings = new Map<DemoGateCode, Sighting[]>(DEMO_GATES.map(({ code }) => [code, []]))
  for (let day = today - DAYS; day <= today; day++) {
    const random = createRandom(seed + day * DAY_SEED)
    for (const { uid, gate, minute } of passagesOf({ weekday: calendar.weekdayOf(day), random })) {
      const at = calendar.moment(day, minute)
      if (at >= from && at <= now) sightings.get(gate)?.push({ uid, at })
    }
  }
  const gates = [...sightings].map(([code, seen], i) => {
    const random = createRandom(seed + i * GATE_SEED)
    const entries = [
      started(from),
      ...tagEntries(seen, random, code === DEMO_GATES[0].code ? demoDecider(now) : undefined),
      ...climateEntries({ from, now, calendar, random }),
    ]
    const given = { outage: code === OUT_GATE ? outage : null, now, random }
    return { code, arrivals: arrivalsOf(entries, given) }
  })
  return { from, outage, gates }
}

/** Everything with a tag that passes a gate on one day. */
function* passagesOf(day: DayOfOne): Generator<Passage & { uid: string }> {
  for (const [i, { tag: uid, habit }] of DEMO_VEHICLES.entries()) {
    for (const { gate, minute } of vehicleTrips(habit, i, day)) yield { uid, gate, minute }
  }
  for (const { tag: uid, habit } of DEMO_ASSETS) {
    for (const { gate, minute } of assetMoves(habit, day)) yield { uid, gate, minute }
  }
  yield* unknownTagsOf(day)
}

function outageBefore(today: number, calendar: SiteCalendar): Outage {
  let day = today - OUT_DAYS_AGO
  while (calendar.weekdayOf(day) % 6 === 0) day--
  return { from: calendar.moment(day, 0), until: calendar.moment(day + 1, BACK_MINUTE) }
}

/** What an edge says of itself when it starts. */
function started(at: number): GateEntry {
  const reader = { id: DEMO_READER, type: 'simulator', path: 'simulator', simulated: true }
  const data: StatusData = {
    version: 'demo',
    event: 'started',
    readers: [{ ...reader, state: 'open', noise: 0 }],
    sensors: [{ source: 'simulated', types: ['temp', 'hum', 'gas'], state: 'ok' }],
    inputs: [],
    relays: { driver: 'simulated', simulated: true, pins: [17, 27] },
    clock: 'synced',
    outbox: { bytes: 40_960, maxBytes: 512 * 1024 * 1024, unacked: 0 },
    suppressWindowMs: SUPPRESS_WINDOW_DEFAULT_MS,
  }
  return { kind: 'status', at, writtenAt: at, data }
}
