import { randomUUID } from 'node:crypto'
import { HUB_TAKES, type HubTakes } from '@vehicle-control/protocol'
import type { ReaderTotals } from '../bus/replica-events.ts'

/** Another replica; its machine and release are null until the bus has brought them. */
export interface OtherReplica {
  id: string
  host: string | null
  version: string | null
}

/** This replica and the others on its database. */
export interface Replicas {
  /** Name of this replica, new at every start. */
  readonly me: string
  /** True while another replica of this name lives. */
  isAlive(replica: string | null): boolean
  /** Names of all replicas that live, this one included: each still handles its own commands. */
  living(): string[]
  /** What all replicas that live take of edges, this one included. */
  takes(): readonly HubTakes[]
  /** The others that live. */
  others(): OtherReplica[]
  /** Totals of the readers of the other replicas' agents, one of each replica. */
  readers(): ReaderTotals[]
  /** True while the bus can take a command to `replica`. */
  reaches(replica: string): boolean
  /** Asks `replica` to send a stored command within `ttlMs`; false when the bus is away. */
  forward(replica: string, command: { agentId: number; id: string }, ttlMs: number): boolean
}

/** A replica without others. */
export function singleReplica(): Replicas {
  const me = randomUUID()
  return {
    me,
    isAlive: () => false,
    living: () => [me],
    takes: () => HUB_TAKES,
    others: () => [],
    readers: () => [],
    reaches: () => false,
    forward: () => false,
  }
}
