import type { KnownAgent } from '../../../live/known-agent.ts'

/** A gate on the wall. */
interface GateLine {
  readonly code: string
  readonly name: string
  readonly isOnline: boolean
  /** Its reads of today. */
  readonly reads: number
}

/** The gates in order: those offline first, then those with most reads. */
export function gateLines(
  agents: readonly KnownAgent[],
  readsOf: (code: string) => number,
): GateLine[] {
  return agents
    .map(({ code, name, online }) => ({
      code,
      name: name || code,
      isOnline: online,
      reads: readsOf(code),
    }))
    .toSorted(
      (a, b) =>
        Number(a.isOnline) - Number(b.isOnline) ||
        b.reads - a.reads ||
        a.name.localeCompare(b.name, 'es', { numeric: true }),
    )
}
