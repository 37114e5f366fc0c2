import { lazyPart } from '../../components/lazy-part.tsx'
import type { AdminTab } from './admin-tabs.ts'

/** What each tab shows, loaded with its first opening. */
export const LATER_TABS = {
  vehiculos: lazyPart(async () => (await import('./vehicles/VehiclesTab.tsx')).VehiclesTab),
  activos: lazyPart(async () => (await import('./assets/AssetsTab.tsx')).AssetsTab),
  agentes: lazyPart(async () => (await import('./agents/AgentsTab.tsx')).AgentsTab),
} satisfies Record<AdminTab, unknown>
