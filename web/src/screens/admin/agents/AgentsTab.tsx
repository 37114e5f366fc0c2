import { hasStatus } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import { AGENTS_TEXTS } from '../../../texts/admin/admin-agents.ts'
import { AgentsBoard } from './AgentsBoard.tsx'
import { useAgentDetails } from './use-agent-details.ts'

/** The tab «Agentes». */
export function AgentsTab() {
  const app = useApp()
  const isKiosk = useStore(app.session.state, (state) => state.isKiosk)
  const fetch = useAgentDetails(app, !isKiosk)
  // The stored user may be older than the account's rights at the hub.
  if (isKiosk || hasStatus(fetch.error, 403)) return <p>{AGENTS_TEXTS.noAccess}</p>
  return <AgentsBoard {...fetch} />
}
