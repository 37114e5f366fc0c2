import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 random bits, fit for a URL and a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Hashes a token for the database, so that a stolen copy of the database opens no session. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
