import type {
  BarrierState,
  ClockQuality,
  InputState,
  OutboxState,
  RelaysState,
  SensorState,
  StatusData,
} from '@vehicle-control/protocol'
import type { Reader } from '../readers/reader.ts'

/** The parts of the edge that a status entry describes. */
export interface StatusSources {
  version: string
  readers: readonly Reader[]
  sensors: { states(): SensorState[] }
  inputs: { states(): InputState[]; gate(): { barriers: BarrierState[] } }
  relays: { state(): RelaysState }
  clock: { quality(): ClockQuality }
  outbox: { state(): OutboxState }
  suppressor: { readonly windowMs: number }
  /** True when the link to the hub is http without EDGE_ALLOW_HTTP. */
  isCleartext: boolean
}

/** The edge's present state, and the event for which it is reported. */
export function statusData(
  sources: StatusSources,
  event: StatusData['event'],
  detail?: string,
): StatusData {
  const { barriers } = sources.inputs.gate()
  return {
    version: sources.version,
    event,
    detail: detail?.slice(0, 512),
    readers: sources.readers.flatMap((reader) => reader.states()),
    sensors: sources.sensors.states(),
    inputs: sources.inputs.states(),
    ...(barriers.length > 0 && { barriers }),
    relays: sources.relays.state(),
    clock: sources.clock.quality(),
    outbox: sources.outbox.state(),
    suppressWindowMs: sources.suppressor.windowMs,
    ...(sources.isCleartext && { cleartext: true }),
  }
}
