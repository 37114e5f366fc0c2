import type { HubAlert } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { isOfPostgres, storeFault } from '../../store/unavailable.ts'
import type { BackupWatch } from './backup-watch.ts'
import type { DatabaseWatch } from './database-watch.ts'
import type { DiskWatch } from './disk-watch.ts'
import type { Finding } from './finding.ts'
import type { MailWatch } from './mail-watch.ts'

const DATABASE_EVERY_MS = 5000
const OTHERS_EVERY_MS = 60_000

/** One thing that is watched. */
interface Part {
  look(): Promise<void>
  findings(): readonly Finding[]
}

export interface HubWatchOptions {
  disk: DiskWatch
  database: DatabaseWatch
  backup: BackupWatch
  /** Null where the hub sends no mail. */
  mail: MailWatch | null
  /** Name of this machine. */
  hub: string
  log: Logger
  /** Called when what is wrong has changed. */
  onChange: (alerts: readonly HubAlert[]) => void
}

/**
 * What is wrong with this hub itself. All of it is in memory, so that it can be said while nothing
 * can be stored or read. Each hub of an installation says what is of its own machine; what is of
 * all, the backups, every one of them says alike.
 */
export interface HubWatch {
  alerts(): readonly HubAlert[]
  /** Notes a failure that a call or a batch met; one that is not the disk's does nothing. */
  noteFault(error: unknown): void
  /** Looks at everything once. */
  look(): Promise<void>
  start(): void
  /** Waits for nothing: a mail server or a disk that is being asked may take a minute. */
  stop(): void
}

export function createHubWatch(options: HubWatchOptions): HubWatch {
  const { disk, database, backup, mail, hub, log, onChange } = options
  const parts = [database, disk, ...(mail === null ? [] : [mail]), backup]
  let alerts: readonly HubAlert[] = []
  let said = '[]'
  let isStopped = false
  const timers: NodeJS.Timeout[] = []

  function update(): void {
    const found = parts.flatMap((part) => part.findings())
    alerts = found.map((one) => alertOf(one, hub))
    const saying = JSON.stringify(alerts)
    if (isStopped || saying === said) return
    said = saying
    onChange(alerts)
  }

  /** What cannot be looked at leaves what was known of it. */
  async function look(part: Part): Promise<void> {
    try {
      await part.look()
    } catch (error) {
      if (!isStopped) log.debug({ err: error }, 'the hub could not look after a part of itself')
    }
    update()
  }

  /** Each part on its own: a disk that hangs must not hide that the database is away. */
  function every(ms: number, part: Part): void {
    let isBusy = false
    const run = async () => {
      if (isBusy) return
      isBusy = true
      await look(part)
      isBusy = false
    }
    void run()
    timers.push(setInterval(() => void run(), ms).unref())
  }

  return {
    alerts: () => alerts,
    noteFault(error) {
      if (storeFault(error) !== 'full') return
      disk.refused(isOfPostgres(error) ? 'database' : 'hub')
      update()
    },
    async look() {
      for (const part of parts) await look(part)
    },
    start() {
      for (const part of parts) every(part === database ? DATABASE_EVERY_MS : OTHERS_EVERY_MS, part)
    },
    stop() {
      isStopped = true
      for (const timer of timers) clearInterval(timer)
    },
  }
}

function alertOf({ isOfAll, since, until, ...found }: Finding, hub: string): HubAlert {
  return {
    ...found,
    hub: isOfAll ? '' : hub,
    since: new Date(since).toISOString(),
    until: until === null ? null : new Date(until).toISOString(),
  }
}
