import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Bus } from '../../bus/bus.ts'
import { hubAlertsFor } from '../../bus/hub-alerts-for.ts'
import { type Config, databaseFile } from '../../config/config.ts'
import type { SmtpServer } from '../../config/smtp-url.ts'
import { writeProbe } from '../../store/reports/hub-alerts.ts'
import type { Store } from '../../store/open-store.ts'
import { assertReachable } from '../../store/settings/settings.ts'
import { type BackupState, BackupWatch } from './backup-watch.ts'
import { DatabaseWatch } from './database-watch.ts'
import { type DiskState, DiskWatch, measureDisks } from './disk-watch.ts'
import { createHubWatch, type HubWatch } from './hub-watch.ts'
import { MailWatch } from './mail-watch.ts'

const DATABASE_WITHIN_MS = 4000

interface HubWatchParts {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'demo' | 'smtp' | 'backupMaxHours'>
  store: Pick<Store, 'db' | 'urgentReads' | 'readOnly'>
  bus: Bus
  log: Logger
  /** Makes a function that connects to a mail server and logs in. */
  mailCheckOf: (server: SmtpServer) => () => Promise<void>
  now?: () => number
}

/** The watch over a running hub, and the part of it that mails are reported to. */
export interface OpenedHubWatch extends HubWatch {
  mail: MailWatch | null
  /** Each disk that the hub writes to, the worst first; those of before the first look are missing. */
  disks(): DiskState[]
  backup(): BackupState
}

/** Puts together what a hub watches of itself, and sends what changes to its own browsers. */
export function openHubWatch(parts: HubWatchParts): OpenedHubWatch {
  const { config, store, bus, log, mailCheckOf, now = Date.now } = parts
  const paths = [config.dataDir]
  if (config.databaseUrl === null) paths.push(databaseFile(config))
  const { smtp } = config
  const mail =
    smtp === null
      ? null
      : new MailWatch({ server: `${smtp.host}:${smtp.port}`, verify: mailCheckOf(smtp), now })
  let toldOperators = JSON.stringify(hubAlertsFor('operator', []))
  const disk = new DiskWatch({
    measure: () => measureDisks(paths),
    tryWrite: () => writeProbe(store.db, now()),
    now,
  })
  const backup = new BackupWatch({
    readOnly: store.readOnly,
    // What a demo shows is nobody's to lose.
    maxHours: config.demo === null ? config.backupMaxHours : 0,
    now,
  })
  const watch = createHubWatch({
    disk,
    // By a connection that waits for no other work: a busy database is not away.
    database: new DatabaseWatch({
      ask: () => assertReachable(store.urgentReads),
      withinMs: DATABASE_WITHIN_MS,
      now,
    }),
    backup,
    mail,
    hub: hostname(),
    log,
    onChange(alerts) {
      const forOperators = JSON.stringify(hubAlertsFor('operator', alerts))
      const isNewsToOperators = forOperators !== toldOperators
      toldOperators = forOperators
      bus.emit('hubAlerts', { alerts: [...alerts], isNewsToOperators })
    },
  })
  return { ...watch, mail, disks: () => disk.disks(), backup: () => backup.state() }
}
