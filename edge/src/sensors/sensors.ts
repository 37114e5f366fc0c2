import type { SensorState, TelemetryData, TelemetryType } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import { openSensor, profileOf } from './open-sensor.ts'
import type { SensorConfig } from './sensor-config.ts'
import { SensorPoller } from './sensor-poller.ts'
import type { SensorContext } from './sensor.ts'

export interface SensorsOptions extends SensorContext {
  configs: readonly SensorConfig[]
  timers: Timers
  log: Logger
  onSample: (sample: TelemetryData) => void
  /** Called when the state or alarm of one has changed. */
  onStateChange: (state: SensorState) => void
}

/** All sensors of an edge. */
export interface Sensors {
  /** Begins to measure and returns at once, whether or not the devices are there. */
  start(): void
  /** Idempotent; no sample comes after it. */
  stop(): void
  states(): SensorState[]
}

/** The configured sensors, not started yet. */
export function createSensors(options: SensorsOptions): Sensors {
  const { configs, ...context } = options
  const shared = sharedTypes(configs)
  const pollers = configs.map(
    (config) =>
      new SensorPoller({
        ...context,
        source: config.source,
        profile: profileOf(config),
        everyMs: config.everyMs,
        open: () => openSensor(config, context),
        shared,
      }),
  )
  return {
    start: () => pollers.forEach((poller) => poller.start()),
    stop: () => pollers.forEach((poller) => poller.stop()),
    states: () => pollers.map((poller) => poller.state()),
  }
}

/** Types that more than one sensor measures: only their samples name the sensor. */
function sharedTypes(configs: readonly SensorConfig[]): ReadonlySet<TelemetryType> {
  const given = new Set<TelemetryType>()
  const shared = new Set<TelemetryType>()
  for (const config of configs) {
    for (const type of new Set(profileOf(config).quantities.map((quantity) => quantity.type))) {
      if (given.has(type)) shared.add(type)
      given.add(type)
    }
  }
  return shared
}

/** A sensor's state in one line, for the status event. */
export function describeSensor({ source, state, error, alarm }: SensorState): string {
  const said = alarm ?? (state === 'ok' ? undefined : error)
  const word = alarm === undefined ? state : 'alarm'
  return said === undefined ? `${source}: ${word}` : `${source}: ${word}, ${said}`
}
