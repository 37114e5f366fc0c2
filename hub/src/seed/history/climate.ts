import type { SensorType, TelemetryData } from '@vehicle-control/protocol'
import type { GateEntry } from './gate-entries.ts'
import { between, type Random } from './random.ts'
import type { SiteCalendar } from './site-calendar.ts'

interface Climate {
  unit: string
  /** Mean of a day. */
  mean: number
  /** Added at the warmest hour, taken away twelve hours later. */
  daySwing: number
  /** How far it drifts in hours and days. */
  drift: number
  noise: number
  decimals: number
}

/** The values of the simulated sensors of an edge, so that a chart goes on without a step. */
const CLIMATES: Record<SensorType, Climate> = {
  temp: { unit: '°C', mean: 15, daySwing: 4.5, drift: 1.3, noise: 0.15, decimals: 1 },
  hum: { unit: '%', mean: 72, daySwing: -14, drift: 4, noise: 0.5, decimals: 1 },
  gas: { unit: 'V', mean: 0.42, daySwing: 0.03, drift: 0.05, noise: 0.008, decimals: 3 },
}
const TYPES = Object.keys(CLIMATES) as SensorType[]
const WARMEST_MINUTE = 870
const MINUTES_A_DAY = 1440
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Two waves without a common period make a wander that does not repeat itself. */
const WAVES_MS = [7.3 * HOUR_MS, 43 * HOUR_MS]

/** How far apart samples are, by their age: every minute in the last hours, and rarer before. */
const SPACING = [
  { olderThanMs: 7 * 24 * HOUR_MS, everyMs: 3 * HOUR_MS },
  { olderThanMs: 26 * HOUR_MS, everyMs: HOUR_MS },
  { olderThanMs: 6 * HOUR_MS, everyMs: 10 * MINUTE_MS },
  { olderThanMs: Number.NEGATIVE_INFINITY, everyMs: MINUTE_MS },
]

interface ClimateOptions {
  from: number
  now: number
  calendar: SiteCalendar
  random: Random
}

/** Temperature, humidity and gas at one gate from `from` to `now`, oldest first. */
export function climateEntries({ from, now, calendar, random }: ClimateOptions): GateEntry[] {
  const entries: GateEntry[] = []
  const phases = TYPES.map(() => WAVES_MS.map(() => between(random, 0, 2 * Math.PI)))
  for (let at = from; at <= now;) {
    const warmth = Math.cos(
      ((calendar.minuteOf(at) - WARMEST_MINUTE) / MINUTES_A_DAY) * 2 * Math.PI,
    )
    for (const [i, type] of TYPES.entries()) {
      const { unit, mean, daySwing, drift, noise, decimals } = CLIMATES[type]
      const wander = WAVES_MS.reduce(
        (sum, wave, j) => sum + Math.sin((at / wave) * 2 * Math.PI + (phases[i]?.[j] ?? 0)),
        0,
      )
      const value = mean + daySwing * warmth + drift * wander + between(random, -noise, noise)
      const data: TelemetryData = { type, value: Number(value.toFixed(decimals)), unit }
      entries.push({ kind: 'telemetry', at, writtenAt: at, data })
    }
    const age = now - at
    at += SPACING.find(({ olderThanMs }) => age > olderThanMs)?.everyMs ?? MINUTE_MS
  }
  return entries
}
