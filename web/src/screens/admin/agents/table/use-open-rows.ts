import type { AgentDetail } from '@vehicle-control/protocol'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AGENT_PAGE_SIZES, readListAddress, writeListAddress } from '../../list/list-address.ts'

const NAME = 'agente'

/** The row that the address named; each time a new object, so that it is scrolled to again. */
export interface LinkedRow {
  readonly code: string
}

interface OpenRowsOptions {
  /** All agents, in the table's order; null while they are not known. */
  sorted: readonly AgentDetail[] | null
  /** Called where the address names an agent that does not exist. */
  onMissing: (code: string) => void
}

/** The rows that are open; the address opens one, and that one is scrolled to. */
export function useOpenRows({ sorted, onMissing }: OpenRowsOptions) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [linked, setLinked] = useState<LinkedRow | null>(null)
  useLinkedAgent({
    sorted,
    onFound: (code) => {
      setOpen((before) => new Set(before).add(code))
      setLinked({ code })
    },
    onMissing,
  })
  const toggle = (code: string) =>
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(code)) after.add(code)
      return after
    })
  return { open, linked, toggle }
}

interface LinkedAgentOptions {
  /** All agents, in the table's order; null while they are not known. */
  sorted: readonly AgentDetail[] | null
  /** Called with the code as the hub writes it; its page is shown with the next drawing. */
  onFound: (code: string) => void
  onMissing: (code: string) => void
}

/** `?agente=<code>` turns to the page of that agent, once, and is taken out of the address. */
function useLinkedAgent({ sorted, onFound, onMissing }: LinkedAgentOptions): void {
  const [search, setSearch] = useSearchParams()
  const wanted = search.get(NAME)
  const open = useEffectEvent((code: string, agents: readonly AgentDetail[]) => {
    const at = agents.findIndex((agent) => agent.code.toLowerCase() === code.toLowerCase())
    const rest = new URLSearchParams(search)
    rest.delete(NAME)
    const found = agents[at]
    if (!found) {
      setSearch(rest, { replace: true })
      return onMissing(code)
    }
    const { pageSize } = readListAddress(rest, AGENT_PAGE_SIZES)
    const place = { q: '', page: 1 + Math.floor(at / pageSize), pageSize }
    setSearch(writeListAddress(place, rest, AGENT_PAGE_SIZES), { replace: true })
    return onFound(found.code)
  })
  useEffect(() => {
    if (wanted !== null && sorted !== null) open(wanted, sorted)
  }, [wanted, sorted])
}
