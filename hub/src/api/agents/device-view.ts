import {
  type AgentBarrier,
  type AgentDetail,
  BarrierState,
  InputState,
  RelaysState,
  SensorState,
} from '@vehicle-control/protocol'
import type { AgentDeviceRow, AgentMetricRow } from '../../store/schema/agents.ts'

/** What is shown of an agent's devices other than readers, and of its own health. */
export type AgentDevices = Pick<
  AgentDetail,
  'sensors' | 'inputs' | 'relays' | 'health' | 'cleartext'
> & { barriers: AgentBarrier[] }

/** Devices and metrics of one agent as screens see them, in the order of their rows. */
export function deviceView(
  devices: readonly AgentDeviceRow[],
  metrics: readonly AgentMetricRow[],
): AgentDevices {
  const view: AgentDevices = { sensors: [], inputs: [], barriers: [], relays: null, health: [] }
  for (const row of devices) {
    const { kind, told } = row
    const since = iso(row.since)
    const reported: unknown = JSON.parse(told)
    if (kind === 'sensor') {
      const { error = null, ...sensor } = SensorState.parse(reported)
      view.sensors.push({ ...sensor, error, since })
    } else if (kind === 'input' || kind === 'loop') {
      const { error = null, ...input } = InputState.parse(reported)
      view.inputs.push({ ...input, error, since })
    } else if (kind === 'barrier') {
      view.barriers.push(barrierView(row))
    } else if (kind === 'relays') {
      const { error = null, ...relays } = RelaysState.parse(reported)
      view.relays = { ...relays, error, since }
    } else if (kind === 'link') view.cleartext = true
  }
  for (const { metric, value, unit, at } of metrics) {
    view.health.push({ metric, value, unit, at: iso(at) })
  }
  return view
}

/** A row of the kind `barrier` as screens see it. */
export function barrierView({ name, state, told, since }: AgentDeviceRow): AgentBarrier {
  const { position } = BarrierState.parse(JSON.parse(told))
  return { name, position, leftOpen: state === 'left_open', since: iso(since) }
}

const iso = (ms: number) => new Date(ms).toISOString()
