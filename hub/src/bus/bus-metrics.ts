import { Counter, Gauge, type Registry } from 'prom-client'

/** The metrics of the bus between replicas, on the registry behind /metrics. */
export function createBusMetrics(registry: Registry) {
  const registers = [registry]
  return {
    connected: new Gauge({
      name: 'vc_bus_connected',
      help: '1 while the broker between hubs is connected',
      registers,
    }),
    dropped: new Counter({
      name: 'vc_bus_dropped_total',
      help: 'Events that were not sent to other hubs, by reason',
      labelNames: ['reason'],
      registers,
    }),
    ignored: new Counter({
      name: 'vc_bus_ignored_total',
      help: 'Messages and events from the broker that were ignored, by fault',
      labelNames: ['fault'],
      registers,
    }),
  }
}

export type BusMetrics = ReturnType<typeof createBusMetrics>
