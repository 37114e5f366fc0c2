import type { Generated, Selectable } from 'kysely'

export interface UserTable {
  id: Generated<number>
  /** Lower case. */
  email: string
  name: string
  role: 'operator' | 'admin' | 'superadmin'
  /** Look-only account of a wall screen. */
  kiosk: 0 | 1
  /** 1: this wall screen may see who owns vehicles and assets. */
  kiosk_owners: Generated<0 | 1>
  /** PHC string of scrypt. */
  password_hash: string
  /** 1 while a seeded account still has its seed password. */
  demo: 0 | 1
  disabled_at: number | null
  created_at: number
  /** When somebody first knew its password; null: it was invited, and logs nobody in yet. */
  activated_at: number | null
  /** By sessions that are gone; those that are there say it themselves. */
  last_used_at: Generated<number | null>
}
export type UserRow = Selectable<UserTable>

/** The invite that an account waits for its holder with: at most one each. */
export interface UserInviteTable {
  user_id: number
  /** SHA-256, hex. */
  token_hash: string
  /** The account's role, for which alone it is good. */
  role: UserTable['role']
  /** Email of who sent it. */
  invited_by: string
  created_at: number
  expires_at: number
}

/** What a wall screen shows, and when it was there; its account is a kiosk one. */
export interface WallTable {
  id: Generated<number>
  user_id: number
  /** Names of screens with commas, in their order; empty: what the browser's address says. */
  screens: string
  every_s: number
  /** Email of who made it; null: the command line, or an older version. */
  created_by: string | null
  /** When its browser was heard of last. */
  seen_at: number | null
  seen_address: string | null
}

/** A code that a browser without a session shows, so that an admin makes it a wall screen. */
export interface WallPairingTable {
  id: Generated<number>
  /** HMAC under the hub's key, hex; null: used up. */
  code_hash: string | null
  /** SHA-256, hex, of the secret that only this browser has. */
  secret_hash: string
  /** The network that asked. */
  network: string
  address: string | null
  /** Browser and system; null: unknown. */
  device: string | null
  expires_at: number
  /** The screen that an admin chose; null: nobody has yet. */
  wall_id: number | null
}

export interface AuditTable {
  id: Generated<number>
  at: number
  /** Email of a user, `agent:<code>`, or `hub`. */
  actor: string
  action: string
  target: string
  /** JSON. */
  detail: string
  address: string | null
  /** Binds this row to the one before (`store/people/audit-hash.ts`). */
  hash: string
  /** Id of the key that the hash was made with; empty: none. */
  key: Generated<string>
}
export type AuditRow = Selectable<AuditTable>
