import type { KnownAgent } from '../../../live/known-agent.ts'

/** A gate on the wall. */
interface GateLine {
  readonly code: string
  readonly name: string
  readonly isOnline: boolean
  /** Its reads of today. */
  readonly reads: number
}

/** Those that are away first, then the busiest. */
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
