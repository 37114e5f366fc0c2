import type { Person } from '../../api/auth/person.ts'
import { lazyPart } from '../../components/lazy-part.tsx'

/**
 * The tabs of the administration, as its address names them; each is loaded when it is first
 * opened.
 */
export const TABS = {
  vehiculos: lazyPart(async () => (await import('./vehicles/VehiclesTab.tsx')).VehiclesTab),
  activos: lazyPart(async () => (await import('./assets/AssetsTab.tsx')).AssetsTab),
  agentes: lazyPart(async () => (await import('./agents/AgentsTab.tsx')).AgentsTab),
  accesos: lazyPart(async () => (await import('./access/AccessTab.tsx')).AccessTab),
  usuarios: lazyPart(async () => (await import('./users/UsersTab.tsx')).UsersTab),
  config: lazyPart(async () => (await import('./config/ConfigTab.tsx')).ConfigTab),
}
export type AdminTab = keyof typeof TABS
export const ALL_TABS = Object.keys(TABS) as AdminTab[]
/** All but the last two, which are superadmins' alone. */
const OF_OTHERS = ALL_TABS.slice(0, -2)

/**
 * The tabs that somebody can open: accounts and the hub's settings are superadmins' alone, as the hub
 * has it.
 */
export function tabsOf({ roles }: Pick<Person, 'roles'>): readonly AdminTab[] {
  return roles.includes('superadmin') ? ALL_TABS : OF_OTHERS
}

/** The tab of an address; one that does not exist or cannot be opened is the first. */
export function readTab(search: URLSearchParams, tabs: readonly AdminTab[]): AdminTab {
  const wanted = search.get('tab')
  return tabs.find((tab) => tab === wanted) ?? 'vehiculos'
}
