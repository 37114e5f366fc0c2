/** Which agents are connected, and when each was last heard of. */
export interface Presence {
  /**
   * Whether the agent's socket is open and past its hello: at the replica that its row names, or
   * without one at this one.
   */
  isConnected(agentId: number, replica?: string | null): boolean
  /** Newest sign of life, milliseconds since 1970; newer than the database's by up to some seconds. */
  lastSeen(agentId: number): number | null
}
