import type { SensorType } from '@vehicle-control/protocol'
import type { Random } from '../../random.ts'
import type { Sensor } from '../sensor.ts'
import type { SimulatedSensorConfig } from './config.ts'

interface Profile {
  /** Mean of a day. */
  mean: number
  /** Added at the warmest hour, taken away twelve hours later. */
  daySwing: number
  /** Standard deviation of the slow drift. */
  drift: number
  /** Standard deviation from one sample to the next. */
  noise: number
  min: number
  max: number
  decimals: number
}

/** A gate at the height of Bogotá, and an MQ gas module behind a divider. */
const PROFILES: Record<SensorType, Profile> = {
  temp: {
    mean: 15,
    daySwing: 4.5,
    drift: 1.5,
    noise: 0.1,
    min: 0,
    max: 30,
    decimals: 1,
  },
  hum: { mean: 72, daySwing: -14, drift: 4, noise: 0.4, min: 30, max: 99, decimals: 1 },
  gas: {
    mean: 0.42,
    daySwing: 0.03,
    drift: 0.05,
    noise: 0.006,
    min: 0.1,
    max: 3.3,
    decimals: 3,
  },
}
const WARMEST_HOUR = 14.5
/** Time constant of the drift. */
const DRIFT_MS = 45 * 60_000

export interface SimulatedSensorContext {
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  random?: Random
  /** Local hour of the day, 0 to 24, with its fraction. */
  hour?: () => number
}

/** A sensor without hardware: values follow the hour of the day, with a slow drift and noise. */
export function createSimulatedSensor(
  config: SimulatedSensorConfig,
  context: SimulatedSensorContext,
): Sensor {
  const { monotonic } = context
  const random = context.random ?? Math.random
  const hour = context.hour ?? localHour
  const drifts = new Map(config.of.map((type) => [type, spread(random)]))
  let measuredAt = monotonic()

  function sample(type: SensorType, elapsedMs: number): number {
    const { mean, daySwing, drift, noise, min, max, decimals } = PROFILES[type]
    const kept = Math.exp(-elapsedMs / DRIFT_MS)
    const wander = (drifts.get(type) ?? 0) * kept + spread(random) * Math.sqrt(1 - kept * kept)
    drifts.set(type, wander)
    const day = daySwing * Math.cos(((hour() - WARMEST_HOUR) / 12) * Math.PI)
    const value = mean + day + drift * wander + noise * spread(random)
    return Number(Math.min(max, Math.max(min, value)).toFixed(decimals))
  }

  return {
    async measure() {
      const now = monotonic()
      const elapsedMs = now - measuredAt
      measuredAt = now
      return config.of.map((type) => sample(type, elapsedMs))
    },
  }
}

/** Mean 0, standard deviation 1, never beyond 3.5: the sum of four uniform numbers. */
function spread(random: Random): number {
  return (random() + random() + random() + random() - 2) * Math.sqrt(3)
}

function localHour(): number {
  const now = new Date()
  return now.getHours() + now.getMinutes() / 60
}
