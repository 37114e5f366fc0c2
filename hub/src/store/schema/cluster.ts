/** Replicas, which share this database. */
export interface ReplicaTable {
  /** New at every start. */
  id: string
  /** Counted up every few seconds: a process whose beats stand still is dead. */
  beats: number
  /** JSON: the readers of the agents that it holds. */
  readers: string
}
