import type { AgentList, MapAgents } from '@vehicle-control/protocol'

/** An agent as far as this browser knows it: lists of the hub, with events on top. */
export interface KnownAgent {
  readonly code: string
  /** Its code while the name is not known. */
  readonly name: string
  readonly location: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly lastIp: string | null
  /** Milliseconds since 1970; null: never. */
  readonly lastSeen: number | null
  /** Null until a list for the status view has brought it. */
  readonly readingsCount: number | null
  /** Its socket is open at the hub. */
  readonly connected: boolean
  /** Seen less than `ONLINE_WITHIN_MS` ago; what is connected is seen all the time. */
  readonly online: boolean
}

type OnMap = MapAgents['agents'][number]
type InStatus = AgentList['agents'][number]

/** An agent in a list of the hub; those for the map leave out its address and its count. */
export type ListedAgent = Omit<OnMap, 'today' | 'suppressed'> &
  Partial<Pick<InStatus, 'last_ip' | 'readings_count'>>

/** What an agent has while only its code and name are known. */
export const UNKNOWN_AGENT = {
  location: null,
  lat: null,
  lng: null,
  lastIp: null,
  lastSeen: null,
  readingsCount: null,
  connected: false,
  online: false,
} as const

/**
 * What was known of an agent, with what a list says of it on top. Written member by member, like
 * the comparison: object spreads of ten thousand agents block a slow machine.
 */
export function withRow(known: Omit<KnownAgent, 'code' | 'name'>, row: ListedAgent): KnownAgent {
  return {
    code: row.code,
    name: row.name,
    location: row.location,
    lat: row.lat,
    lng: row.lng,
    lastIp: row.last_ip === undefined ? known.lastIp : row.last_ip,
    lastSeen: later(known.lastSeen, instant(row.last_seen)),
    readingsCount: row.readings_count === undefined ? known.readingsCount : row.readings_count,
    connected: row.connected,
    online: known.online,
  }
}

/** The later of two moments, of which null is none. */
export function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}

/** Milliseconds since 1970; null where there is no time in it. */
export function instant(time: string | null): number | null {
  const at = time === null ? Number.NaN : Date.parse(time)
  return Number.isNaN(at) ? null : at
}

/** True where both states of an agent are drawn alike. */
export function haveSameMembers(a: KnownAgent, b: KnownAgent): boolean {
  return (
    a.name === b.name &&
    a.location === b.location &&
    a.lat === b.lat &&
    a.lng === b.lng &&
    a.lastIp === b.lastIp &&
    a.lastSeen === b.lastSeen &&
    a.readingsCount === b.readingsCount &&
    a.connected === b.connected &&
    a.online === b.online
  )
}
