import type { AgentDetail } from '@vehicle-control/protocol'
import type { SiteTime } from '../../../../site-time/site-time.ts'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import { EmptyList } from '../../list/EmptyList.tsx'
import { ListTable } from '../../list/ListTable.tsx'
import { agentColumns } from './agent-columns.tsx'
import { type AgentAction, AgentActions } from './AgentActions.tsx'
import { AgentDetails } from './AgentDetails.tsx'
import type { AgentSort } from './agent-order.ts'
import { useLiveRows } from './use-live-rows.ts'
import type { LinkedRow } from './use-open-rows.ts'

interface AgentsTableProps {
  /** A page of them. */
  agents: readonly AgentDetail[]
  site: SiteTime | null
  /** Null while it is not known. */
  hubVersion: string | null
  sort: AgentSort
  onSort: (sort: AgentSort) => void
  /** The codes of the rows that are open. */
  open: ReadonlySet<string>
  linked: LinkedRow | null
  onToggle: (code: string) => void
  onAction: (action: AgentAction, agent: AgentDetail) => void
  mayEdit: boolean
  isLoading: boolean
  isSearch: boolean
  hasFailed: boolean
}

/** A page of agents, each with its state, its health and what can be done with it. */
export function AgentsTable(props: AgentsTableProps) {
  const { site, sort, onSort, open, linked, onToggle, onAction, mayEdit } = props
  const rows = useLiveRows(props.agents)
  const columns = agentColumns({
    site,
    hubVersion: props.hubVersion,
    sort,
    onSort,
    actions: (agent) => (
      <AgentActions
        agent={agent}
        isOpen={open.has(agent.code)}
        mayEdit={mayEdit}
        onToggle={() => onToggle(agent.code)}
        onAction={(action) => onAction(action, agent)}
      />
    ),
  })
  const hint = mayEdit ? AGENTS_TEXTS.emptyHint : AGENTS_TEXTS.emptyLook
  return (
    <ListTable
      label={AGENTS_TEXTS.table}
      columns={columns}
      rows={rows}
      keyOf={({ code }) => code}
      isLoading={props.isLoading}
      empty={
        <EmptyList
          isSearch={props.isSearch}
          isFailed={props.hasFailed}
          text={AGENTS_TEXTS.empty}
          hint={hint}
        />
      }
      below={(agent) =>
        open.has(agent.code) ? (
          <AgentDetails
            agent={agent}
            site={site}
            mayEdit={mayEdit}
            linked={linked?.code === agent.code ? linked : null}
          />
        ) : null
      }
    />
  )
}
