import type { HubAlert } from '@vehicle-control/protocol'

/** An outage that was shorter is nothing to write home about. */
const OUTAGE_MAILED_MS = 5 * 60_000

/** Alerts of this hub that began and ended since the last mail. */
export interface HubAlertChanges {
  begun: HubAlert[]
  /** Outages of the database that are over: while it was away nobody could be asked whom to mail. */
  outages: HubAlert[]
  ended: { kind: HubAlert['kind']; hub: string }[]
  /** Names of notices that are over. */
  over: string[]
}

/** The name under which it is noted that an alert was mailed. */
export const noticeName = ({ kind, hub }: Pick<HubAlert, 'kind' | 'hub'>) => `${kind}:${hub}`

/** Of an outage, whose moment makes it one of its kind. */
export const outageName = ({ since, hub }: HubAlert) => `database_away:${hub}:${since}`

/**
 * Compares this hub's present alerts with the names of those that were mailed. What another hub has
 * mailed of itself is left to that one, and so is a kind that only a newer hub knows.
 */
export function hubAlertChanges(
  alerts: readonly HubAlert[],
  mailed: ReadonlySet<string>,
  hub: string,
): HubAlertChanges {
  // Mail that fails cannot be mailed.
  const told = alerts.filter(({ kind }) => kind !== 'mail_failing' && kind !== 'database_away')
  const begun = told.filter((alert) => !mailed.has(noticeName(alert)))
  const outages = alerts.filter(
    (alert) =>
      alert.kind === 'database_away' &&
      lengthOf(alert) >= OUTAGE_MAILED_MS &&
      !mailed.has(outageName(alert)),
  )
  const standing = new Set(told.map(noticeName))
  const ended = MAILED_KINDS.flatMap((kind) =>
    [hub, ''].flatMap((name) => {
      const one = { kind, hub: name }
      return mailed.has(noticeName(one)) && !standing.has(noticeName(one)) ? [one] : []
    }),
  )
  const over = ended.map(noticeName)
  // A full disk that is nearly full again is no news that it is better.
  const better = ended.filter(({ kind }) => !(kind.startsWith('disk_') && hasDisk(told)))
  return { begun, outages, ended: better, over }
}

/**
 * The same where nothing can be stored: that a disk is no longer full is not true then, however
 * little a hub that has just started knows of it.
 */
export function withoutRoomAgain(changes: HubAlertChanges): HubAlertChanges {
  const ended = changes.ended.filter(({ kind }) => kind !== 'disk_full')
  const over = changes.over.filter((name) => !name.startsWith('disk_full:'))
  return { ...changes, ended, over }
}

const MAILED_KINDS = ['disk_filling', 'disk_full', 'backup_old', 'backup_never'] as const

const hasDisk = (alerts: readonly HubAlert[]) =>
  alerts.some(({ kind }) => kind === 'disk_filling' || kind === 'disk_full')

const lengthOf = ({ since, until }: HubAlert) =>
  until === null ? 0 : Date.parse(until) - Date.parse(since)
