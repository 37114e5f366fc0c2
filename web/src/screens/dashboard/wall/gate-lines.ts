import type { KnownAgent } from '../../../live/known-agent.ts'

/** A gate on the wall. */
interface GateLine {
  readonly code: string
  readonly name: string
  readonly isOnline: boolean
  /** Its reads of today. */
  readonly reads: number
}

/** The least width in which a gate can be read, in rem. */
const WIDTH_REM = 17
/** The height of a gate whose name takes two lines, as in the style sheet. */
const LINE_REM = 2.1

/** How gates stand in a room. */
interface GatePlaces {
  readonly rows: number
  /** How many are shown: where not all are, the last place says how many are not. */
  readonly shown: number
}

/** The places of so many gates in a room, in rem: in one column, or in more where one is not enough. */
export function gatePlaces(count: number, room: { width: number; height: number }): GatePlaces {
  const rows = Math.max(1, Math.floor(room.height / LINE_REM))
  const places = rows * Math.max(1, Math.floor(room.width / WIDTH_REM))
  return { rows, shown: count > places ? places - 1 : count }
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
