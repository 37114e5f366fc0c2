import { z } from 'zod'

/** One line of text, trimmed: control characters and half characters are a mistake of the sender. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Hay caracteres que no se pueden mostrar; quítalos')
    .normalize('NFC')

/** Text that a device sends, as it is; without NUL, which no text of Postgres holds. */
export const wireText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\0]*$/)

/** `page` of a list's query, from 1. */
export const PageNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'Página inválida: escribe un número entero desde 1')
  .transform(Number)
  .default(1)
