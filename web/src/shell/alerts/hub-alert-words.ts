import type { HubAlert } from '@vehicle-control/protocol'
import { HUB_ALERT_LEVELS } from '@vehicle-control/protocol/hub-alert-levels'
import type { StateTone } from '../../components/StateMark.tsx'
import type { AlertWords } from '../../components/troubles/alert-words.ts'
import { sizeWords } from '../../components/troubles/size-words.ts'
import { HUB_ALERT_TEXTS as TEXTS } from '../../texts/hub-alerts.ts'

const HOUR_MS = 3_600_000

/** The tone of an alert; what is over is bad no more. */
export function hubAlertTone({ kind, until }: HubAlert): StateTone {
  return until === null ? HUB_ALERT_LEVELS[kind] : 'warn'
}

/** An alert of the hub as people read it. Who administers the hub is told how to mend it. */
export function hubAlertWords(alert: HubAlert, now: number, isAdmin: boolean): AlertWords {
  const { kind, cause, until, since, free_bytes, server = '' } = alert
  const left = free_bytes === undefined ? '' : TEXTS.left(sizeWords(free_bytes))
  switch (kind) {
    case 'disk_filling':
      return { what: TEXTS.filling.what(left), todo: TEXTS.filling.todo }
    case 'disk_full': {
      const { full } = TEXTS
      const what = cause === 'database' ? full.database : full.what(left)
      return { what, todo: isAdmin ? full.todo : full.tell }
    }
    case 'database_away': {
      const { database } = TEXTS
      const reason = database.causes[cause ?? ''] ?? ''
      const why = reason === '' ? '' : `: ${reason}`
      if (until !== null) return { what: database.over(why), todo: database.done }
      return { what: database.what(why), todo: isAdmin ? database.todo : database.tell }
    }
    case 'mail_failing': {
      const { why, todo } = TEXTS.mail.causes[cause ?? ''] ?? TEXTS.mail.other
      return { what: TEXTS.mail.what(server, why), todo }
    }
    case 'backup_old': {
      const hours = Math.max(0, Math.floor((now - Date.parse(since)) / HOUR_MS))
      const age = TEXTS.age(Math.floor(hours / 24), hours % 24)
      return { what: TEXTS.old.what(age), todo: TEXTS.old.todo }
    }
    case 'backup_never':
      return TEXTS.never
  }
}
