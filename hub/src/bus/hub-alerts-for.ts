import type { HubAlert, HubAlertList, Role } from '@vehicle-control/protocol'

/** What an operator meets while working: a save that fails, and reads that are not there. */
const OF_OPERATORS: readonly HubAlert['kind'][] = ['database_away', 'disk_full']

/** The hub's alerts for an account of this role; a machine's name and figures are an admin's. */
export function hubAlertsFor(role: Role, alerts: readonly HubAlert[]): HubAlertList {
  const seen =
    role === 'operator'
      ? alerts.flatMap(({ kind, since, until, cause }) => {
          if (!OF_OPERATORS.includes(kind)) return []
          return { kind, hub: '', since, until, cause: kind === 'disk_full' ? cause : null }
        })
      : [...alerts]
  return { open: seen.filter(({ until }) => until === null).length, alerts: seen }
}
