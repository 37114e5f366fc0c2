/** The tabs of the administration, as its address names them. */
export const ADMIN_TABS = ['vehiculos', 'activos', 'agentes'] as const
export type AdminTab = (typeof ADMIN_TABS)[number]

/** The tab of an address; an unknown one is the first. */
export function readTab(search: URLSearchParams): AdminTab {
  const wanted = search.get('tab')
  return ADMIN_TABS.find((tab) => tab === wanted) ?? 'vehiculos'
}
