import {
  type SdNotify,
  type ServiceManager,
  serviceManagerOf,
} from '@vehicle-control/protocol/service-manager'
import type { Logger } from 'pino'

export interface ConnectOptions {
  log: Logger
  env: NodeJS.ProcessEnv
  /** Loads libsystemd; tests pass their own. */
  load?: () => Promise<SdNotify>
}

/**
 * The service manager that started this process. Without NOTIFY_SOCKET every call does nothing
 * and the native library is not even loaded.
 */
export async function connectServiceManager(options: ConnectOptions): Promise<ServiceManager> {
  const { log, env } = options
  const notify = env['NOTIFY_SOCKET'] ? await loadNotify(options) : null
  const onFault = (errno: number) => log.warn({ errno }, 'service manager cannot be told')
  return serviceManagerOf({ notify, env, pid: process.pid, onFault })
}

async function loadNotify({
  log,
  load = loadLibsystemd,
}: ConnectOptions): Promise<SdNotify | null> {
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
