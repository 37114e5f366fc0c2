/** Who is connected, and when each agent was last heard of. */
export interface Presence {
  /** Whether the agent's socket is open and past its hello. */
  isConnected(agentId: number): boolean
  /** Newest sign of life, milliseconds since 1970; newer than the database's by up to some seconds. */
  lastSeen(agentId: number): number | null
}
