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
  /** Null in sessions from an older version: use `created_at`. */
  last_used_at: number | null
  /** Browser and system; null: unknown. */
  device: string | null
}

export interface SecondFactorTable {
  user_id: number
  /** Base32, sealed under the hub's key. */
  secret: string
  created_at: number
  /** Null: offered, but not confirmed by a code yet. */
  confirmed_at: number | null
  /** The 30 s step of the last accepted code: codes of it and of earlier steps are refused. */
  last_step: number | null
  failures: number
  failed_at: number | null
}

export interface RecoveryCodeTable {
  user_id: number
  /** SHA-256 of the code, hex. */
  code_hash: string
  used_at: number | null
}

export interface PasswordResetTable {
  user_id: number
  /** SHA-256 of the token, hex. */
  token_hash: string
  created_at: number
  expires_at: number
}
