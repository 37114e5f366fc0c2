import { CloseCode, type EventAgent } from '@vehicle-control/protocol'
import { agentHolds } from '../../store/cluster/replicas.ts'
import type { Db } from '../../store/database.ts'
import type { AgentConnection } from './agent-connection.ts'

/**
 * Rows of one query, within SQLite's limit of parameters, and few enough not to hold the event
 * loop.
 */
const ROWS_AT_ONCE = 500

export interface ReconcileOptions {
  db: Db
  /** Name of this replica. */
  replica: string
  connections: readonly AgentConnection[]
  rename: (agentId: number, agent: EventAgent) => void
}

/**
 * Applies the rows of agents to their connections, as the events of the bus would: renames them,
 * and closes those that a newer hello, another replica or a lifted quarantine has ended.
 */
export async function reconcileConnections(options: ReconcileOptions): Promise<void> {
  const { db, connections } = options
  for (let i = 0; i < connections.length; i += ROWS_AT_ONCE) {
    const some = connections.slice(i, i + ROWS_AT_ONCE)
    const rows = await agentHolds(
      db,
      some.map((c) => c.agentId),
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const connection of some) {
      const row = byId.get(connection.agentId)
      if (row === undefined) continue
      const { code, name, location } = row
      options.rename(row.id, { code, name, location })
      if (row.generation > connection.generation) connection.supersede()
      else if (row.replica !== options.replica) {
        connection.close(CloseCode.rejoin, 'say hello again')
      } else if (connection.isQuarantined && row.quarantine === null) {
        connection.close(CloseCode.rejoin, 'quarantine lifted')
      }
    }
  }
}
