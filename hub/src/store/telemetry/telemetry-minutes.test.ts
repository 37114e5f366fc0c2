import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import type { TelemetryRow } from '../../entries/telemetry.ts'
import {
  countTelemetry,
  MINUTE_MS,
  telemetrySeries,
  telemetrySources,
} from './telemetry-minutes.ts'

let store: TempStore
beforeEach(async () => void (store = await openTempStore()))
afterEach(() => store.close())

const START = Date.UTC(2026, 0, 1)
type Sample = Pick<TelemetryRow, 'agentId' | 'type' | 'source' | 'at' | 'value'>
const sample = (given: Sample): TelemetryRow => {
  return { epochId: 1, seq: 1, receivedAt: given.at, unit: '', late: false, ...given }
}

it('averages any range of any source as a plain recount of its minutes does', async () => {
  const some = fc
    .record({
      agentId: fc.constantFrom(1, 2),
      type: fc.constantFrom('temp', 'hum'),
      source: fc.constantFrom('', 'patio', 'patio 2', 'ñ'),
      offset: fc.integer({ min: 0, max: 20 * MINUTE_MS }),
      value: fc.double({ min: -1000, max: 1000, noNaN: true }),
    })
    .map(({ offset, ...given }) => sample({ ...given, at: START + offset }))
  const range = fc.tuple(fc.nat(20 * MINUTE_MS), fc.nat(20 * MINUTE_MS))
  const batches = fc.array(fc.array(some, { maxLength: 15 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(
      batches,
      range,
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom('', 'patio 2'),
      async (groups, ends, width, source) => {
        await store.db.deleteFrom('telemetry_minutes').execute()
        for (const group of groups) await countTelemetry(store.db, group)
        const from = START + Math.min(...ends)
        const to = START + Math.max(...ends)
        const widthMs = width * MINUTE_MS
        const query = { agentId: 1, type: 'temp', source, from, to, widthMs }
        const found = await telemetrySeries(store.readOnly, query)
        const wanted = recount(groups.flat(), query)
        expect(found.map((p) => p.bucket)).toEqual(wanted.map(([bucket]) => bucket))
        for (const [i, [, avg]] of wanted.entries()) expect(found[i]?.avg).toBeCloseTo(avg, 6)
        const inRange = groups.flat().filter((one) => isAsked(one, { from, to }))
        const names = [...new Set(inRange.map((one) => one.source))].toSorted()
        expect(await telemetrySources(store.readOnly, query)).toEqual(names)
      },
    ),
    { numRuns: runs(60) },
  )
})

interface Range {
  from: number
  to: number
}

const minuteOf = (at: number) => Math.floor(at / MINUTE_MS)

function isAsked({ agentId, type, at }: TelemetryRow, { from, to }: Range): boolean {
  if (agentId !== 1 || type !== 'temp') return false
  return minuteOf(at) >= minuteOf(from) && minuteOf(at) <= minuteOf(to)
}

function recount(
  samples: readonly TelemetryRow[],
  { source, from, to, widthMs }: Range & { source: string; widthMs: number },
): [bucket: number, avg: number][] {
  const points = new Map<number, number[]>()
  for (const one of samples) {
    const { at, value } = one
    if (one.source !== source || !isAsked(one, { from, to })) continue
    const bucket = Math.floor(at / widthMs) * widthMs
    points.set(bucket, [...(points.get(bucket) ?? []), value])
  }
  return [...points]
    .toSorted(([a], [b]) => a - b)
    .map(([bucket, values]) => [bucket, values.reduce((a, b) => a + b, 0) / values.length])
}

it('stays finite whatever a sensor claims to measure', async () => {
  const claims = [1.7e308, 1.7e308, -1.7e308].map((value) =>
    sample({ agentId: 1, type: 'gas', source: '', at: START, value }),
  )
  await countTelemetry(store.db, claims)
  await countTelemetry(store.db, claims)
  const range = { from: START, to: START, widthMs: MINUTE_MS }
  const query = { agentId: 1, type: 'gas', source: '', ...range }
  const [point] = await telemetrySeries(store.db, query)
  expect(point?.avg).toBeCloseTo(1e12 / 3, -2)
})
