import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 random bits, fit for a URL and a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: enough to recognise it, useless to a thief of the database. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
