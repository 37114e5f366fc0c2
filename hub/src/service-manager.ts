import { type ServiceManager, serviceManagerOf } from '@vehicle-control/protocol/service-manager'
import type { Logger } from 'pino'

/**
 * The service manager that started this process. Without NOTIFY_SOCKET every call does nothing and
 * the native library is not even loaded; where that is missing the hub runs without it.
 */
export async function connectServiceManager(
  env: NodeJS.ProcessEnv,
  log: Logger,
): Promise<ServiceManager> {
  const notify = env['NOTIFY_SOCKET']
    ? await loadLibsystemd().catch((error: unknown) => {
        log.warn(
          { err: error },
          'libsystemd.so.0 cannot be loaded, the service manager is not told',
        )
        return null
      })
    : null
  const onFault = (errno: number) => log.warn({ errno }, 'the service manager cannot be told')
  return serviceManagerOf({ notify, env, pid: process.pid, onFault })
}

async function loadLibsystemd(): Promise<(state: string) => number> {
  const { default: koffi } = await import('koffi')
  const library = koffi.load('libsystemd.so.0')
  const notify = library.func('int sd_notify(int unset_environment, const char *state)')
  return (state) => Number(notify(0, state))
}
