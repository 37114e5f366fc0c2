import { SEARCH_MAX } from '@vehicle-control/protocol/limits'
import { useSearchParams } from 'react-router-dom'
import type { AuditFilter } from '../../../../api/people/audit.ts'
import type { SiteClock } from '../../../../site-time/site-clock.ts'
import { endOfMinute, readWall } from '../../../../site-time/wall-time.ts'
import { useAddressChange } from '../use-address-change.ts'

/** Groups of acts, by a part of the hub's names that all of a group have. */
export const GROUPS = {
  all: '',
  user: 'user.',
  login: 'log',
  session: 'session.',
  agent: 'agent.',
  asset: 'asset.',
  access: 'access.',
  tag: 'tag.',
  wall: 'wall.',
  export: 'export',
  rows: 'rows.',
  settings: 'settings.',
  database: 'database.',
} as const
export type Group = keyof typeof GROUPS

/** The filters of an address; what makes no sense counts as missing. */
export function readAuditFilters(search: URLSearchParams) {
  const group = search.get('que') ?? ''
  return {
    group: (Object.hasOwn(GROUPS, group) ? group : 'all') as Group,
    target: (search.get('objeto') ?? '').slice(0, SEARCH_MAX),
    from: readWall(search.get('desde')),
    to: readWall(search.get('hasta')),
  }
}
export type AuditFilters = ReturnType<typeof readAuditFilters>

/** What the hub is asked for; null where the ends of the range are in the wrong order. */
export function auditFilterOf(
  actor: string,
  { group, target, from, to }: AuditFilters,
  clock: SiteClock,
): AuditFilter | null {
  const begin = from === '' ? null : clock.instant(from, 'first')
  const end = to === '' ? null : endOfMinute(to, clock)
  if (begin !== null && end !== null && begin > end) return null
  return { actor, action: GROUPS[group], target, from: begin, to: end }
}

/** Keeps the filters in the address; a change goes to the first page. */
export function useAuditFilters() {
  const [search] = useSearchParams()
  const change = useAddressChange()
  return {
    filters: readAuditFilters(search),
    choose: (name: 'que' | 'objeto' | 'desde' | 'hasta', value: string) =>
      change({ [name]: value }),
    clear: () => change({ que: '', objeto: '', desde: '', hasta: '', q: '' }),
  }
}
