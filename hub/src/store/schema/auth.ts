import type { Generated } from 'kysely'

export interface SessionTable {
  id: Generated<number>
  user_id: number
  /** SHA-256 of the token, hex. */
  token_hash: string
  created_at: number
  expires_at: number
  revoked_at: number | null
  address: string | null
}

export interface PasswordResetTable {
  user_id: number
  /** SHA-256 of the token, hex. */
  token_hash: string
  created_at: number
  expires_at: number
}
