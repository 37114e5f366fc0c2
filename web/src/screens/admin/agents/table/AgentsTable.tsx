import type { AgentDetail } from '@vehicle-control/protocol'
import { Suspense, useEffect, useReducer, useRef, useState } from 'react'
import { LaterPart } from '../../../../components/LaterPart.tsx'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { useContacts } from '../../../../contacts/use-contacts.ts'
import type { AgentDirectory } from '../../../../live/agent-directory.ts'
import { instant } from '../../../../live/known-agent.ts'
import { useLiveLink } from '../../../../live/LiveLink.tsx'
import type { SiteTime } from '../../../../site-time/site-time.ts'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import { EmptyList } from '../../list/EmptyList.tsx'
import { ListTable } from '../../list/ListTable.tsx'
import { QuarantinePanel } from '../quarantine/QuarantinePanel.tsx'
import { agentColumns } from './agent-columns.tsx'
import type { AgentSort } from './agent-order.ts'
import type { AgentAction } from './agent-action.ts'
import { AgentActions } from './AgentActions.tsx'
import classes from './table.module.css'
import type { LinkedRow } from './use-open-rows.ts'

const AgentControl = lazyPart(
  async () => (await import('../control/AgentControl.tsx')).AgentControl,
)
const AgentMenu = lazyPart(async () => (await import('./AgentMenu.tsx')).AgentMenu)

interface AgentsTableProps {
  /** One page of agents. */
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
  const contacts = useContacts()
  const [menu, setMenu] = useState<{ code: string; button: HTMLButtonElement } | null>(null)
  const acting = rows.find(({ code }) => code === menu?.code)
  const columns = agentColumns({
    site,
    hubVersion: props.hubVersion,
    contacts,
    sort,
    onSort,
    actions: (agent) => (
      <AgentActions
        agent={agent}
        isOpen={open.has(agent.code)}
        isMenuOpen={agent === acting}
        mayEdit={mayEdit}
        onToggle={() => onToggle(agent.code)}
        onMenu={(button) => setMenu(agent === acting ? null : { code: agent.code, button })}
      />
    ),
  })
  const hint = mayEdit ? AGENTS_TEXTS.emptyHint : AGENTS_TEXTS.emptyLook
  return (
    <>
      <ListTable
        label={AGENTS_TEXTS.table}
        columns={columns}
        rows={rows}
        lead={['calc(100% - 10.5rem)', '0px']}
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
      {menu && acting && (
        <LaterPart>
          <AgentMenu
            key={acting.code}
            button={menu.button}
            onAction={(action) => onAction(action, acting)}
            onClose={() => setMenu(null)}
          />
        </LaterPart>
      )}
    </>
  )
}

/** These agents with what events have said of them since the hub listed them. */
function useLiveRows(agents: readonly AgentDetail[]): readonly AgentDetail[] {
  const { agents: directory } = useLiveLink()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const shown = new Set(agents.map(({ code }) => code))
    return directory.subscribe((changed) => {
      for (const code of changed) if (shown.has(code)) return redraw()
    })
  }, [agents, directory])
  return agents.map((agent) => withNews(agent, directory))
}

function withNews(agent: AgentDetail, directory: AgentDirectory): AgentDetail {
  const live = directory.get(agent.code)
  if (!live) return agent
  const { connected, online, lastSeen } = live
  const isSame = agent.connected === connected && agent.online === online
  if (isSame && instant(agent.last_seen) === lastSeen) return agent
  const last_seen = lastSeen === null ? null : new Date(lastSeen).toISOString()
  return { ...agent, connected, online, last_seen }
}

interface AgentDetailsProps {
  agent: AgentDetail
  site: SiteTime | null
  mayEdit: boolean
  /** Set where the address named this agent, which is scrolled into view. */
  linked: LinkedRow | null
}

/** What opens below an agent's row. */
function AgentDetails({ agent, site, mayEdit, linked }: AgentDetailsProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (linked) place.current?.scrollIntoView({ block: 'center' })
  }, [linked])
  return (
    <div ref={place} className={classes.details}>
      <p className="paper-only note">{AGENTS_TEXTS.control.onScreen(agent.name || agent.code)}</p>
      <QuarantinePanel agent={agent} site={site} mayEdit={mayEdit} />
      <Suspense fallback={<output>{AGENTS_TEXTS.control.loading}</output>}>
        <AgentControl agent={agent} />
      </Suspense>
    </div>
  )
}
