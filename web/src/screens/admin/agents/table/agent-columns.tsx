import type { AgentContacts, AgentDetail } from '@vehicle-control/protocol'
import type { ReactNode } from 'react'
import { formatCount, type SiteTime } from '../../../../site-time/site-time.ts'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import type { ListColumn } from '../../list/ListTable.tsx'
import { HealthNotes } from '../health/HealthNotes.tsx'
import { type AgentSort, SORTS, type SortKey } from './agent-order.ts'
import { AgentStateCell } from './AgentStateCell.tsx'
import { SortHead } from './SortHead.tsx'
import classes from './table.module.css'

const HEADS = AGENTS_TEXTS.columns
const PLACES: Partial<Record<SortKey, ListColumn<AgentDetail>['place']>> = {
  name: 'lead',
  state: 'beside',
  // Of an agent that is online, or never was, it says nothing new, and its health needs that room.
  lastSeen: ({ online, last_seen }) => (online || last_seen === null ? undefined : 'end'),
}

interface AgentColumnsOptions {
  /** Null while the site's time zone is not known. */
  site: SiteTime | null
  /** Null while it is not known. */
  hubVersion: string | null
  /** By the code of their agent. */
  contacts: ReadonlyMap<string, AgentContacts>
  sort: AgentSort
  onSort: (sort: AgentSort) => void
  actions: (agent: AgentDetail) => ReactNode
}

/** The columns of the table of agents. */
export function agentColumns(options: AgentColumnsOptions): ListColumn<AgentDetail>[] {
  const { site, hubVersion, contacts, sort, onSort, actions } = options
  const cells: Record<SortKey | 'health', (agent: AgentDetail) => ReactNode> = {
    state: (agent) => <AgentStateCell agent={agent} />,
    code: ({ code }) => <span title={code}>{code}</span>,
    name: ({ name }) => name || null,
    location: ({ location }) => location || null,
    lastIp: ({ last_ip }) => last_ip || null,
    lastSeen: ({ last_seen }) => <LastSeen at={last_seen} site={site} />,
    reads: ({ readings_count }) => formatCount(readings_count),
    health: (agent) => (
      <HealthNotes agent={agent} hubVersion={hubVersion} contacts={contacts.get(agent.code)} />
    ),
  }
  const sorting = SORTS.map((key) => ({
    name: key,
    head: HEADS[key],
    headView: <SortHead label={HEADS[key]} by={key} sort={sort} onSort={onSort} />,
    sort: directionOf(sort, key),
    cell: cells[key],
    className: classes[key],
    ...(key in PLACES && { place: PLACES[key] }),
  }))
  return [
    ...sorting,
    {
      name: 'health',
      head: HEADS.health,
      cell: cells.health,
      className: classes.health,
      place: 'under',
    },
    {
      name: 'actions',
      head: HEADS.actions,
      cell: actions,
      className: classes.actions,
      isActions: true,
    },
  ]
}

function directionOf(sort: AgentSort, key: SortKey) {
  if (sort.key !== key) return 'none' as const
  return sort.isDown ? ('descending' as const) : ('ascending' as const)
}

function LastSeen({ at, site }: { at: string | null; site: SiteTime | null }) {
  if (at === null) return AGENTS_TEXTS.never
  return <time dateTime={at}>{site?.full(Date.parse(at))}</time>
}
