import type { Logger } from 'pino'

/** Sends one state text to the service manager; a negative result is an errno (sd_notify(3)). */
export type SdNotify = (state: string) => number

export interface ServiceManagerOptions {
  log: Logger
  env: NodeJS.ProcessEnv
  /** Loads libsystemd; tests pass their own. */
  load?: () => Promise<SdNotify>
}

/** The service manager's notifications. No call throws or waits. */
export interface ServiceManager {
  ready(): void
  /** One line for `systemctl status`. */
  status(text: string): void
  stopping(): void
  /** Feeds the watchdog; see `startWatchdog`. */
  alive(): void
  /** Half of the watchdog's timeout; null where there is no watchdog. */
  readonly watchdogIntervalMs: number | null
}

/**
 * The service manager that started this process. Without NOTIFY_SOCKET every call does nothing
 * and the native library is not even loaded.
 */
export async function connectServiceManager(
  options: ServiceManagerOptions,
): Promise<ServiceManager> {
  const { log, env } = options
  const notify = env['NOTIFY_SOCKET'] ? await loadNotify(options) : null
  let failed = false

  function send(state: string) {
    if (notify === null) return
    const result = notify(state)
    if (result >= 0 || failed) return
    failed = true
    log.warn({ errno: -result }, 'service manager cannot be told')
  }

  return {
    ready: () => send('READY=1'),
    status: (text) => send(`STATUS=${text.replace(/\s+/g, ' ')}`),
    stopping: () => send('STOPPING=1'),
    alive: () => send('WATCHDOG=1'),
    watchdogIntervalMs: notify === null ? null : watchdogIntervalMs(env),
  }
}

async function loadNotify({
  log,
  load = loadLibsystemd,
}: ServiceManagerOptions): Promise<SdNotify | null> {
  try {
    return await load()
  } catch (error) {
    log.warn({ err: error }, 'libsystemd.so.0 cannot be loaded, the service manager is not told')
    return null
  }
}

async function loadLibsystemd(): Promise<SdNotify> {
  const { default: koffi } = await import('koffi')
  const library = koffi.load('libsystemd.so.0')
  const notify = library.func('int sd_notify(int unset_environment, const char *state)')
  return (state) => Number(notify(0, state))
}

// WATCHDOG_PID names the process that is watched; a child inherits both variables
// (sd_watchdog_enabled(3)).
function watchdogIntervalMs(env: NodeJS.ProcessEnv): number | null {
  const timeoutUs = Number(env['WATCHDOG_USEC'] ?? 0)
  const pid = env['WATCHDOG_PID']
  if (!(timeoutUs > 0) || (pid && Number(pid) !== process.pid)) return null
  return timeoutUs / 2000
}
