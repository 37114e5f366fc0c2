import { lazyPart } from '../../components/lazy-part.tsx'

/**
 * The tabs of the administration, as its address names them; each is loaded when it is first
 * opened.
 */
export const TABS = {
  vehiculos: lazyPart(async () => (await import('./vehicles/VehiclesTab.tsx')).VehiclesTab),
  activos: lazyPart(async () => (await import('./assets/AssetsTab.tsx')).AssetsTab),
  agentes: lazyPart(async () => (await import('./agents/AgentsTab.tsx')).AgentsTab),
}
export type AdminTab = keyof typeof TABS
export const ADMIN_TABS = Object.keys(TABS) as AdminTab[]

/** The tab of an address; an unknown one is the first. */
export function readTab(search: URLSearchParams): AdminTab {
  const wanted = search.get('tab')
  return ADMIN_TABS.find((tab) => tab === wanted) ?? 'vehiculos'
}
