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
}
export type UserRow = Selectable<UserTable>

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
