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
  stop(): Promise<void>
}

export function createHubWatch(options: HubWatchOptions): HubWatch {
  const { disk, database, backup, mail, hub, log, onChange } = options
  let alerts: readonly HubAlert[] = []
  let said = '[]'
  const timers: NodeJS.Timeout[] = []
  const running = new Set<Promise<void>>()

  function update(): void {
    const findings = [database, disk, ...(mail === null ? [] : [mail]), backup].flatMap((one) =>
      one.findings(),
    )
    alerts = findings.map((one) => alertOf(one, hub))
    const saying = JSON.stringify(alerts)
    if (saying === said) return
    said = saying
    onChange(alerts)
  }

  async function lookAtOthers(): Promise<void> {
    await disk.look()
    // While the database is away, what was known of its backups stays.
    await backup.look().catch((error: unknown) => log.debug({ err: error }, 'no word of backups'))
    await mail?.look()
    update()
  }

  async function lookAtDatabase(): Promise<void> {
    await database.look()
    update()
  }

  function every(ms: number, look: () => Promise<void>): void {
    let isBusy = false
    const run = () => {
      if (isBusy) return
      isBusy = true
      const once = look()
        .catch((error: unknown) => log.error({ err: error }, 'the hub cannot look after itself'))
        .finally(() => {
          isBusy = false
          running.delete(once)
        })
      running.add(once)
    }
    run()
    timers.push(setInterval(run, ms).unref())
  }

  return {
    alerts: () => alerts,
    noteFault(error) {
      if (storeFault(error) !== 'full') return
      disk.refused(isOfPostgres(error) ? 'database' : 'hub')
      update()
    },
    async look() {
      await lookAtDatabase()
      await lookAtOthers()
    },
    start() {
      every(DATABASE_EVERY_MS, lookAtDatabase)
      every(OTHERS_EVERY_MS, lookAtOthers)
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
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
