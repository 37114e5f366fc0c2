import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { hasStatus } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { AGENTS_TEXTS } from '../../../texts/admin/admin-agents.ts'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import { useMayEdit } from '../list/use-may-edit.ts'
import { AgentsBoard } from './AgentsBoard.tsx'
import { useAgentDetails } from './use-agent-details.ts'

const WallsPage = lazyPart(async () => (await import('./walls/WallsPage.tsx')).WallsPage)

/** The tab «Agentes», and by `?pantallas=1` the wall screens, which have no tab of their own. */
export function AgentsTab() {
  const mayEdit = useMayEdit()
  const [search] = useSearchParams()
  if (!mayEdit || search.get('pantallas') !== '1') return <Agents />
  return (
    <Suspense fallback={<output>{ADMIN_TEXTS.list.loading}</output>}>
      <WallsPage />
    </Suspense>
  )
}

function Agents() {
  const app = useApp()
  const isKiosk = useStore(app.session.state, (state) => state.isKiosk)
  const fetch = useAgentDetails(app, !isKiosk)
  // The stored user may be older than the account's rights at the hub.
  if (isKiosk || hasStatus(fetch.error, 403)) return <p>{AGENTS_TEXTS.noAccess}</p>
  return <AgentsBoard {...fetch} />
}
