import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'

/**
 * systemd-timesyncd touches this file at each sync and never removes it: it says «synced at least
 * once since boot» (systemd-timesyncd(8)). chrony and ntpd do not write it.
 */
const TIMESYNC_MARKER = '/run/systemd/timesync/synchronized'
const TIMEDATECTL_TIMEOUT_MS = 5000

export interface NtpSources {
  exists(path: string): Promise<boolean>
  /** The output of `timedatectl show -p NTPSynchronized --value`. Rejects where it cannot run. */
  timedatectl(): Promise<string>
}

const systemSources: NtpSources = {
  exists: (path) =>
    access(path).then(
      () => true,
      () => false,
    ),
  timedatectl: () =>
    new Promise((resolve, reject) => {
      execFile(
        'timedatectl',
        ['show', '-p', 'NTPSynchronized', '--value'],
        { timeout: TIMEDATECTL_TIMEOUT_MS },
        (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
      )
    }),
}

/** True once NTP has set the wall clock in this boot. Never rejects: unknown is false. */
export async function isNtpSynced(sources: NtpSources = systemSources): Promise<boolean> {
  if (await sources.exists(TIMESYNC_MARKER)) return true
  try {
    return (await sources.timedatectl()).trim() === 'yes'
  } catch {
    // No systemd here: the hub's time is the only source left.
    return false
  }
}
