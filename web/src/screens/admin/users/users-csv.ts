import type { User } from '@vehicle-control/protocol'
import { BYTE_ORDER_MARK, CSV_FORMAT } from '@vehicle-control/protocol/csv-format'
import Papa from 'papaparse'
import { createSiteClock } from '../../../site-time/site-clock.ts'
import { USERS_TEXTS as TEXTS } from '../../../texts/admin/admin-users.ts'
import { TEXTS as APP_TEXTS } from '../../../texts/app.ts'

const HEADS = TEXTS.columns

/** Accounts as a CSV file for Spanish Excel, in the order given and in the site's time. */
export function usersCsv(users: readonly User[], timeZone: string): Blob {
  const site = createSiteClock(timeZone)
  const time = (text: string | null) => (text === null ? '' : site.full(Date.parse(text)))
  const heads = [
    HEADS.email,
    HEADS.name,
    HEADS.role,
    HEADS.state,
    HEADS.factor,
    TEXTS.csv.used(timeZone),
    TEXTS.csv.inviteEnds(timeZone),
    TEXTS.csv.created(timeZone),
  ]
  const rows = users.map((user) => [
    user.email,
    user.name,
    user.kiosk ? TEXTS.wall : APP_TEXTS.account.roles[user.role],
    TEXTS.states[user.state],
    user.kiosk ? '' : TEXTS.factors[user.second_factor],
    user.last_used_at === null ? TEXTS.never : time(user.last_used_at),
    time(user.invite?.expires_at ?? null),
    time(user.created_at),
  ])
  const text = BYTE_ORDER_MARK + Papa.unparse([heads, ...rows], CSV_FORMAT)
  return new Blob([text], { type: 'text/csv;charset=utf-8' })
}
