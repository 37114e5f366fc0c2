import type { AgentDetail } from '@vehicle-control/protocol'
import { useState } from 'react'
import { useLinkedAgent } from './use-linked-agent.ts'

/** The row that the address named; a new object each time. */
export interface LinkedRow {
  readonly code: string
}

interface OpenRowsOptions {
  /** All agents, in the table's order; null while they are not known. */
  sorted: readonly AgentDetail[] | null
  /** The address names an agent that is not there. */
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
