/** Which agents are connected, and when each last sent a frame. */
export interface Presence {
  /**
   * True while the agent is connected and past its hello. `replica` is the one that its row names;
   * absent: this one.
   */
  isConnected(agentId: number, replica?: string | null): boolean
  /**
   * When the last frame came, milliseconds since 1970; the database gets it some seconds later.
   * Null if none came to this replica.
   */
  lastSeen(agentId: number): number | null
}
