/** Answers which agents are connected, and when the last frame of each came. */
export interface Presence {
  /**
   * True while the agent's socket is open and past its hello, at the replica that its row names; at
   * this one if none is given.
   */
  isConnected(agentId: number, replica?: string | null): boolean
  /** Milliseconds since 1970; the database has it some seconds later. Null if none came here. */
  lastSeen(agentId: number): number | null
}
