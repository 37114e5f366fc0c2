import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashToken } from '../tokens.ts'

const ISSUER = 'Vehicle Control'
const SECRET_BYTES = 20
const PERIOD_S = 30
/** Steps before and after the present one whose code is taken: for a clock that is 30 s off. */
const WINDOW = 1
/** Crockford's alphabet: no letter looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RECOVERY_LETTERS = 12
const RECOVERY_CODES = 10
const APP_CODE = /^\d{6}$/
const RECOVERY_CODE = new RegExp(`^[${LETTERS}]{${RECOVERY_LETTERS}}$`)

/** Makes the secret of an authenticator app: 160 random bits, in Base32. */
export function newFactorSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** `otpauth://totp/…` of a secret, for a QR code. */
export function factorUri(secret: string, email: string): string {
  return authenticator(secret, email).toString()
}

/** The 30 s step that six digits are the code of, near `now`; null: they are no code of this secret. */
export function stepOfCode(secret: string, digits: string, now: number): number | null {
  const app = authenticator(secret)
  const delta = app.validate({ token: digits, timestamp: now, window: WINDOW })
  return delta === null ? null : app.counter({ timestamp: now }) + delta
}

function authenticator(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  })
}

/** Makes ten recovery codes of 60 random bits each: `4Q2M-90XK-7HTC`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: RECOVERY_LETTERS }, () => LETTERS[randomInt(32)])
    return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
  })
}

/** What a person typed as a code: digits of an app, or a recovery code; null for neither. */
export function readCode(
  text: string,
): { kind: 'app'; digits: string } | { kind: 'recovery'; letters: string } | null {
  const plain = text.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  if (APP_CODE.test(plain)) return { kind: 'app', digits: plain }
  const letters = plain.replaceAll('O', '0').replace(/[IL]/g, '1')
  return RECOVERY_CODE.test(letters) ? { kind: 'recovery', letters } : null
}

/** Hashes a recovery code for the database, with its user: one guess tests one account alone. */
export function hashRecoveryCode(userId: number, code: string): string {
  return hashToken(`${userId} ${code.replaceAll('-', '')}`)
}
