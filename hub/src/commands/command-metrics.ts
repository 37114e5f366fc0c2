import { Counter, type Registry } from 'prom-client'

const OUTCOMES = [
  'issued',
  'duplicate',
  'expired',
  'offline',
  'quarantined',
  'outdated',
  'unconfigured',
  'unreachable',
  'abandoned',
]

/** Counts what becomes of relay commands at the hub; what agents answer is counted by ingest. */
export interface CommandMetrics {
  /** Counts a request by what the hub did with it. */
  issued(outcome: string): void
  /** Counts commands that got no result in time. */
  timedOut(count: number): void
}

/** The metrics of relay commands, on the registry behind /metrics. */
export function createCommandMetrics(registry: Registry): CommandMetrics {
  const registers = [registry]
  const asked = new Counter({
    name: 'vc_commands_total',
    help: 'Relay commands that people asked for, by what the hub did with them',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of OUTCOMES) asked.labels(outcome).inc(0)
  const timeouts = new Counter({
    name: 'vc_command_timeouts_total',
    help: 'Relay commands that got no result in time',
    registers,
  })
  return {
    issued: (outcome) => asked.inc({ outcome }),
    timedOut: (count) => timeouts.inc(count),
  }
}
