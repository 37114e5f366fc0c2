import type { ReaderState } from '@vehicle-control/protocol'
import type { ReaderTotals } from '../bus/shared-events.ts'

/** Sums up the readers of several agents. */
export function totalReaders(agents: readonly (readonly ReaderState[])[]): ReaderTotals {
  const totals: ReaderTotals = { open: 0, simulated: 0, port: null }
  for (const readers of agents) {
    for (const reader of readers) {
      if (reader.state === 'closed') continue
      totals.open++
      if (reader.simulated) totals.simulated++
      totals.port = reader.path
    }
  }
  return totals
}

export function addTotals(a: ReaderTotals, b: ReaderTotals): ReaderTotals {
  return { open: a.open + b.open, simulated: a.simulated + b.simulated, port: b.port ?? a.port }
}
