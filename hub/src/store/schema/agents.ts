import type { Alert, HostMetric } from '@vehicle-control/protocol'
import type { Generated, Selectable } from 'kysely'

export interface AgentTable {
  id: Generated<number>
  code: string
  /** The code in lower case: codes are unique ignoring case. */
  code_key: string
  name: string
  location: string | null
  lat: number | null
  lng: number | null
  created_at: number
  /** When a person last changed it, or an enrolment its name. */
  updated_at: Generated<number>
  deleted_at: number | null
  last_seen: number | null
  last_ip: string | null
  readings_count: Generated<number>
  version: string | null
  clock: string | null
  /** JSON of the last status entry's outbox figures. */
  outbox: string | null
  hardware_serial: string | null
  /**
   * Counter of the join state that the edge confirmed; null: the next hello is accepted with any.
   */
  join_confirmed: number | null
  join_offered: Generated<number>
  /** The next hello is only accepted from a device with this serial (set by the accept call). */
  join_serial: string | null
  /** JSON {known, claimant} of the two devices, while in quarantine. */
  quarantine: string | null
  /** Raised by every hello; a connection with an older one is superseded. */
  generation: Generated<number>
  /** The hub process that holds the agent's socket; null while the agent is away. */
  replica: string | null
  /**
   * From its last hello. Another one means that the device has started again: its relays are off.
   */
  boot_id: string | null
  /** JSON of what its last hello accepts; null for one that an older hub took. */
  accepts: string | null
}
export type AgentRow = Selectable<AgentTable>

export interface AgentKeyTable {
  id: string
  agent_id: number
  /** SHA-256 of the secret, hex. */
  secret_hash: string
  created_at: number
  /** Set on the older key when a newer one is made. */
  expires_at: number | null
  last_used_at: number | null
  revoked_at: number | null
}
export type AgentKeyRow = Selectable<AgentKeyTable>

export interface AgentReaderTable {
  agent_id: number
  reader: string
  type: string
  path: string
  state: 'open' | 'silent' | 'closed'
  simulated: 0 | 1
  error: string | null
  noise: number
  updated_at: number
  /** Why it reads badly; null while it reads well. */
  warning: string | null
}
export type AgentReaderRow = Selectable<AgentReaderTable>

/** A device of an agent, or its link to the hub, from the agent's last status entry. */
export interface AgentDeviceTable {
  agent_id: number
  /**
   * `link`: the connection to the hub, while it is not encrypted. `loop`: an input that tells of a
   * vehicle. `barrier`: what the contacts of one tell together. `relay`: one with a name, while its
   * state is not known; its alert is stored as that of all relays, the nearest that an older hub knows.
   */
  kind: 'sensor' | 'input' | 'loop' | 'barrier' | 'relays' | 'relay' | 'link'
  /** Empty for the relays, the link and a gate's only barrier, of which an agent has one. */
  name: string
  state: string
  /**
   * The alert that it causes; null for none, and for a link and a barrier, whose kinds an older hub does
   * not know: their state says it.
   */
  alert: Alert['kind'] | null
  /** JSON of what the status entry says of the device. */
  told: string
  /** When this state was first reported. */
  since: number
}
export type AgentDeviceRow = Selectable<AgentDeviceTable>

/** The newest value of something that an agent measures of itself. */
export interface AgentMetricTable {
  agent_id: number
  metric: HostMetric
  value: number
  unit: string
  at: number
  /** When it last became zero, or stopped being zero. */
  since: number
}
export type AgentMetricRow = Selectable<AgentMetricTable>

/** Something that happened to an agent, beside its state. */
export interface AgentEventTable {
  id: Generated<number>
  /** 0: it comes from a hello and not from an entry. */
  epoch_id: number
  seq: number
  agent_id: number
  event: string
  detail: string | null
  at: number
  received_at: number
}
export type AgentEventRow = Selectable<AgentEventTable>

export interface EnrollTokenTable {
  /** SHA-256 of the token, hex. */
  token_hash: string
  /** The only code that it may enrol, in lower case; null: any code that is new. */
  code_key: string | null
  created_by: number | null
  created_at: number
  expires_at: number
  used_at: number | null
}

/** A token that lets one device ask to be an agent, and the device that asks: one a code. */
export interface EnrollCardTable {
  /** The code in lower case. */
  code_key: string
  code: string
  /** SHA-256 of the token, hex. */
  token_hash: string
  expires_at: number
  /** SHA-256, hex, of the claim of the device that asks; null: none does. */
  claim_hash: string | null
  /** What that device calls the agent. */
  name: string | null
  serial: string | null
  address: string | null
  asked_at: number | null
  /** When it last asked; written at most once a minute. */
  seen_at: number | null
  approved_at: number | null
  /** The key that it got. */
  key_id: string | null
}
export type EnrollCardRow = Selectable<EnrollCardTable>
