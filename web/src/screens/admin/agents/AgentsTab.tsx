import { ADMIN_TEXTS } from '../../../texts/admin.ts'

/** The tab «Agentes». */
export function AgentsTab() {
  return <h2>{ADMIN_TEXTS.tabs.agentes}</h2>
}
