import { HubAlert } from '@vehicle-control/protocol'
import { Gauge, type Registry } from 'prom-client'

interface HubAlertMetricsOptions {
  alerts: () => readonly HubAlert[]
  registry: Registry
}

/** What is wrong with this hub itself, also while its database is away. */
export function createHubAlertMetrics({ alerts, registry }: HubAlertMetricsOptions): void {
  new Gauge({
    name: 'vc_hub_alerts',
    help: 'Whether an alert of this hub itself stands, by kind, as the app shows it',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      const standing = alerts().filter(({ until }) => until === null)
      for (const kind of HubAlert.shape.kind.options) {
        this.set({ kind }, standing.some((one) => one.kind === kind) ? 1 : 0)
      }
    },
  })
}
