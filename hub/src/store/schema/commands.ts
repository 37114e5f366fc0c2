import type { Generated } from 'kysely'

export interface RelayCommandTable {
  id: string
  agent_id: number
  /** `NO_PIN` of a relay given by its name, until a result says its pin: an older hub can send no such row. */
  pin: number
  /** The name that the command gave. */
  relay: string | null
  state: number
  duration_ms: number | null
  /**
   * Email of the user; `agent` where the hub only knows the result (its row was lost, or nobody
   * asked).
   */
  actor: string
  address: string | null
  created_at: number
  /** The replica that closes the command when no result comes. */
  replica: string | null
  ok: 0 | 1 | null
  reason: string | null
  on_ms: number | null
  finished_at: number | null
  /** 0: its entry of the audit log is still to be written. */
  audited: Generated<0 | 1>
}
