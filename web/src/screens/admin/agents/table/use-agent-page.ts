import type { AgentDetail } from '@vehicle-control/protocol'
import { useMemo, useState } from 'react'
import { AGENT_PAGE_SIZES, countPages } from '../../list/list-address.ts'
import { useListAddress } from '../../list/use-list-address.ts'
import { type AgentSort, searchAgents, sortAgents } from './agent-order.ts'

/** The page of the agents that the address asks for, out of all that match. */
export function useAgentPage(agents: readonly AgentDetail[]) {
  const address = useListAddress(AGENT_PAGE_SIZES)
  const { q, pageSize } = address
  const [sort, setSort] = useState<AgentSort>({ key: 'name', isDown: false })
  const sorted = useMemo(() => sortAgents(agents, sort), [agents, sort])
  const matching = useMemo(() => searchAgents(sorted, q), [sorted, q])
  const pages = countPages(matching.length, pageSize)
  // The last row of the last page may just have gone.
  const page = Math.min(address.page, pages)
  const shown = useMemo(
    () => matching.slice((page - 1) * pageSize, page * pageSize),
    [matching, page, pageSize],
  )
  return {
    control: { ...address, page },
    pages,
    sort,
    setSort: (next: AgentSort) => {
      setSort(next)
      if (page !== 1) address.turn(1)
    },
    sorted,
    /** In the table's order. */
    matching,
    shown,
  }
}
