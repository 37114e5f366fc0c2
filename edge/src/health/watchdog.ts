import type { ServiceManager } from '@vehicle-control/protocol/service-manager'
import type { Logger } from 'pino'
import { systemTimers, type Timers } from '../clock/timers.ts'

export interface WatchdogOptions {
  manager: ServiceManager
  /** True while the work moves on, not only the event loop. */
  isHealthy: () => boolean
  log: Logger
  timers?: Timers
}

/**
 * Pings the service manager at half of its timeout while `isHealthy` answers true, so that a
 * process that hangs is restarted. Returns the function that ends the pings.
 */
export function startWatchdog(options: WatchdogOptions): () => void {
  const { manager, isHealthy, log, timers = systemTimers } = options
  const intervalMs = manager.watchdogIntervalMs
  if (intervalMs === null) return () => {}
  let healthy = true
  let cancel = () => {}

  function check(ms: number) {
    cancel = timers.after(ms, () => {
      check(ms)
      const now = isHealthy()
      if (now !== healthy) log.warn({ healthy: now }, 'watchdog pings changed')
      healthy = now
      if (healthy) manager.alive()
    })
  }

  check(intervalMs)
  return () => cancel()
}
