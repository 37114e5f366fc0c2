/** A replica, which shares this database with others. */
export interface ReplicaTable {
  /** New at every start. */
  id: string
  /** A heartbeat, raised every few seconds: a process whose beats stop rising is dead. */
  beats: number
  /** JSON: the readers of the agents that it holds. */
  readers: string
  /** JSON: what edges may send it, of `HUB_TAKES`; null of a release before 1.1.0. */
  takes: string | null
}
