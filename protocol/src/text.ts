import { z } from 'zod'

/** Of texts that nobody but their owner may see; the hub keeps their hashes only. */
export const SECRET = { format: 'password' } as const

/** One line of text, trimmed: control characters and half characters are a mistake of the sender. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Hay caracteres que no se pueden mostrar; quítalos')
    .normalize('NFC')

const HALF_CHARACTERS = /\p{Cs}/gu

/**
 * Text that a device sends, as it is; without NUL, which no text of Postgres holds. JSON may carry
 * half a character: U+FFFD stands for it, so that two texts are the same everywhere or nowhere.
 */
export const wireText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\0]*$/)
    .overwrite((text) => text.replace(HALF_CHARACTERS, '\ufffd'))
