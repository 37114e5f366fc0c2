import { parseUntrusted } from '@vehicle-control/protocol'
import type { Context } from 'hono'
import { z } from 'zod'
import { es } from 'zod/locales'
import { apiError } from './errors.ts'
import type { ApiEnv } from './request-variables.ts'

const spanish = es().localeError

/** The JSON body, as the schema reads it; an empty body counts as `{}`. */
export async function readBody<T extends z.ZodType>(
  c: Context<ApiEnv>,
  schema: T,
): Promise<z.infer<T>> {
  const text = await c.req.text()
  if (text === '') return check(schema, {})
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw apiError('invalid_input', 'Envía el cuerpo como JSON (Content-Type: application/json)')
  }
  return check(schema, parseJson(text))
}

/** The query's parameters, as the schema reads them; empty ones count as absent. */
export function readQuery<T extends z.ZodType>(c: Context<ApiEnv>, schema: T): z.infer<T> {
  const given = Object.entries(c.req.query()).filter(([, value]) => value.trim() !== '')
  return check(schema, Object.fromEntries(given))
}

/** The fields of a multipart form, as the schema reads them. */
export async function readForm<T extends z.ZodType>(
  c: Context<ApiEnv>,
  schema: T,
): Promise<z.infer<T>> {
  // A body that is no form has no fields, and the schema names the one that is missing.
  return check(schema, await c.req.parseBody().catch(() => ({})))
}

/** `id` of a path. */
export const RowId = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)

/** The variable parts of the path; an id that no row can have is 0. */
export function readParams(c: Context<ApiEnv>): Record<string, string | number> {
  const { id, ...texts } = c.req.param()
  return id === undefined ? texts : { ...texts, id: RowId.safeParse(id).data ?? 0 }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's position does not help the caller; that the JSON is broken does.
    throw apiError('invalid_input', 'El cuerpo no es JSON válido; revisa comillas y comas')
  }
}

/** Input as the schema reads it, or the issues: each wrong field, with its fix in Spanish. */
export function readInput<T extends z.ZodType>(
  schema: T,
  input: unknown,
): { data: z.infer<T> } | { issues: { path: string; message: string }[] } {
  const parsed = parseUntrusted(schema, input, { error: explain })
  if (parsed.success) return { data: parsed.data }
  return {
    issues: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  }
}

/** @throws the 400 that names each field and its fix */
function check<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const read = readInput(schema, input)
  if ('data' in read) return read.data
  const { issues } = read
  throw apiError('invalid_input', 'Hay datos inválidos; revisa los campos indicados', { issues })
}

/** One sentence that says what to enter instead. */
function explain(issue: z.core.$ZodRawIssue): ReturnType<typeof spanish> {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'Falta este campo; complétalo'
    return `Tipo incorrecto: escribe ${KINDS[issue.expected] ?? issue.expected}`
  }
  if (issue.code === 'too_small' && issue.origin === 'string') {
    if (issue.minimum === 1) return 'Está vacío; complétalo'
    return `Es muy corto: usa al menos ${issue.minimum} caracteres`
  }
  if (issue.code === 'too_small') return `Es muy pequeño: el mínimo es ${issue.minimum}`
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return `Es muy largo: usa ${issue.maximum} caracteres o menos`
  }
  if (issue.code === 'too_big') return `Es muy grande: el máximo es ${issue.maximum}`
  if (issue.code === 'invalid_value') {
    return `Valor no permitido: usa ${issue.values.map(String).join(', ')}`
  }
  if (issue.code === 'invalid_format' && issue.path?.at(-1) === 'code') {
    return 'Código inválido: usa de 1 a 64 letras, números, guiones o guiones bajos'
  }
  return spanish(issue)
}

const KINDS: Record<string, string> = {
  string: 'un texto',
  number: 'un número',
  int: 'un número entero',
  boolean: 'true o false',
  object: 'un objeto JSON',
  array: 'una lista',
}
