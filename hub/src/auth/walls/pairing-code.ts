import { randomInt } from 'node:crypto'

/**
 * No sign that another one is taken for from afar (0 O Q, 1 I L, 2 Z, 5 S, 8 B, U V), and no vowel,
 * so that no code is a word.
 */
const SIGNS = '34679CDFGHJKMNPRTVWXY'
const LENGTH = 8
const HALF = LENGTH / 2
const FORM = new RegExp(`^[${SIGNS}]{${LENGTH}}$`)

/**
 * A new code, of 35 bits: with a thousand of them open, a hundred guesses a minute for a year find
 * one with a chance of a thousandth, and only admins may guess.
 */
export function newPairingCode(): string {
  return Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
}

/** The code as a screen shows it, in two halves. */
export const shownCode = (code: string): string => `${code.slice(0, HALF)}-${code.slice(HALF)}`

/** The code that somebody typed; null where it cannot be one. */
export function readPairingCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '')
  return FORM.test(code) ? code : null
}
