/** Sends one state text to the service manager; a negative result is an errno (sd_notify(3)). */
export type SdNotify = (state: string) => number

/** The service manager's notifications. No call throws or waits. */
export interface ServiceManager {
  ready(): void
  /** One line for `systemctl status`. */
  status(text: string): void
  stopping(): void
  /** Feeds the watchdog. */
  alive(): void
  /** Half of the watchdog's timeout; null where there is no watchdog. */
  readonly watchdogIntervalMs: number | null
}

export interface ServiceManagerOptions {
  /** Null where there is no service manager: every call does nothing. */
  notify: SdNotify | null
  env: Readonly<Record<string, string | undefined>>
  pid: number
  /** Called once, at the first notification that the manager does not take. */
  onFault: (errno: number) => void
}

/** A service's notifications to systemd; `notify` sends them. */
export function serviceManagerOf(options: ServiceManagerOptions): ServiceManager {
  const { notify, env, pid, onFault } = options
  let failed = false

  function send(state: string): void {
    if (notify === null) return
    const result = notify(state)
    if (result >= 0 || failed) return
    failed = true
    onFault(-result)
  }

  return {
    ready: () => send('READY=1'),
    status: (text) => send(`STATUS=${text.replace(/\s+/g, ' ')}`),
    stopping: () => send('STOPPING=1'),
    alive: () => send('WATCHDOG=1'),
    watchdogIntervalMs: notify === null ? null : watchdogIntervalMs(env, pid),
  }
}

// WATCHDOG_PID names the process that is watched; a child inherits both variables
// (sd_watchdog_enabled(3)).
function watchdogIntervalMs(env: ServiceManagerOptions['env'], pid: number): number | null {
  const timeoutUs = Number(env['WATCHDOG_USEC'] ?? 0)
  const watched = env['WATCHDOG_PID']
  if (!(timeoutUs > 0) || (watched && Number(watched) !== pid)) return null
  return timeoutUs / 2000
}
