import { createHash } from 'node:crypto'

const FINGERPRINT_DIGITS = 16

/**
 * The fingerprint of a device's claim, such as `1f0c-88ab-03de-7c15`: what an admin compares with
 * the device's own status before approving it. The first 64 bits of the claim's SHA-256.
 */
export function fingerprintOfClaim(claim: string): string {
  return fingerprintOfHash(createHash('sha256').update(claim).digest('hex'))
}

/** The same of the claim's SHA-256 in hex, which is all that a hub stores. */
export function fingerprintOfHash(hash: string): string {
  return hash.slice(0, FINGERPRINT_DIGITS).match(/.{4}/g)?.join('-') ?? ''
}
