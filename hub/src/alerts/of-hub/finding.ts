import type { HubAlert, StateLevel } from '@vehicle-control/protocol'

/** An alert of the hub as the part that found it says it, with times in milliseconds since 1970. */
export interface Finding extends Omit<HubAlert, 'hub' | 'since' | 'until'> {
  since: number
  until: number | null
  /** It is about the whole installation, and not about this hub alone. */
  isOfAll?: true
}

/** How bad each alert of the hub is while it stands, as the bell shows it. */
export const LEVELS: Readonly<Record<HubAlert['kind'], StateLevel>> = {
  disk_filling: 'warn',
  disk_full: 'bad',
  database_away: 'bad',
  mail_failing: 'warn',
  backup_old: 'warn',
  backup_never: 'warn',
}
