import { z } from 'zod'

/** Marks texts that nobody but their owner may see, such as passwords, in the API's document. */
export const SECRET = { format: 'password' } as const

/** One line of text, trimmed. Control characters and unpaired surrogates are refused. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    // First, since some characters become three of it.
    .normalize('NFC')
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Hay caracteres que no se pueden mostrar; quítalos')

const UNPAIRED_SURROGATES = /\p{Cs}/gu

/**
 * Text that a device sends, as it is; without NUL, which no text of Postgres holds. JSON may carry
 * unpaired surrogates: U+FFFD replaces them, so that two texts are equal in both databases or in none.
 */
export const wireText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\0]*$/)
    .overwrite((text) => text.replace(UNPAIRED_SURROGATES, '\ufffd'))
