import type { StateLevel } from './api/site-state.ts'
import type { HubAlert } from './hub-alerts.ts'

/** How bad each alert of the hub is while it stands: in the bell, and where the hub says how it stands. */
export const HUB_ALERT_LEVELS = {
  disk_filling: 'warn',
  disk_full: 'bad',
  database_away: 'bad',
  mail_failing: 'warn',
  backup_old: 'warn',
  backup_never: 'warn',
} as const satisfies Record<HubAlert['kind'], StateLevel>
