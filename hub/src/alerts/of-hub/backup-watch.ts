import { HUB_ALERT_LEVELS } from '@vehicle-control/protocol/hub-alert-levels'
import type { StateLevel } from '@vehicle-control/protocol'
import { type BackupNote, lastBackup } from '../../store/settings/settings.ts'
import { oldestOwnData } from '../../store/reports/hub-alerts.ts'
import type { Db } from '../../store/database.ts'
import type { Finding } from './finding.ts'

/** A new installation has so long to make its first backup. */
const FIRST_WITHIN_MS = 3 * 86_400_000
const HOUR_MS = 3_600_000

export interface BackupWatchOptions {
  /** A read-only connection. */
  readOnly: Db
  /** 0: backups are nobody's matter here. */
  maxHours: number
  now: () => number
}

/** What is known of the backups. */
export interface BackupState {
  level: StateLevel
  /** The newest; null: there is none, or it is nobody's matter here. */
  newest: BackupNote | null
  maxHours: number
}

/** Knows how old the newest backup is, by what each `backup` leaves in the database. */
export class BackupWatch {
  readonly #options: BackupWatchOptions
  #finding: Finding | null = null
  #newest: BackupNote | null = null
  #hasLooked = false

  constructor(options: BackupWatchOptions) {
    this.#options = options
  }

  /** Rejects while the database is away; what was known stays. */
  async look(): Promise<void> {
    const { readOnly, maxHours, now } = this.#options
    if (maxHours === 0) return
    const backup = await lastBackup(readOnly)
    this.#newest = backup
    if (backup !== null) {
      this.#hasLooked = true
      const isOld = now() - backup.at > maxHours * HOUR_MS
      this.#finding = isOld ? finding('backup_old', backup.at) : null
      return
    }
    const since = await oldestOwnData(readOnly)
    this.#hasLooked = true
    const isLate = since !== null && now() - since > FIRST_WITHIN_MS
    this.#finding = isLate ? finding('backup_never', since) : null
  }

  findings(): Finding[] {
    return this.#finding === null ? [] : [this.#finding]
  }

  state(): BackupState {
    const { maxHours } = this.#options
    const isKnown = this.#hasLooked || maxHours === 0
    const level = this.#finding === null ? 'ok' : HUB_ALERT_LEVELS[this.#finding.kind]
    return { level: isKnown ? level : 'unknown', newest: this.#newest, maxHours }
  }
}

function finding(kind: 'backup_old' | 'backup_never', since: number): Finding {
  return { kind, since, until: null, cause: null, isOfAll: true }
}
