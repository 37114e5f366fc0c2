import type { Context } from 'hono'
import type { z } from 'zod'
import { es } from 'zod/locales'
import { apiError } from './errors.ts'
import type { ApiEnv } from './env.ts'

const spanish = es().localeError

/** The JSON body, as the schema reads it; an empty body counts as `{}`. */
export async function readBody<T extends z.ZodType>(
  c: Context<ApiEnv>,
  schema: T,
): Promise<z.infer<T>> {
  requireDeclared(c.var.call.body, schema)
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
  requireDeclared(c.var.call.query, schema)
  const given = Object.entries(c.req.query()).filter(([, value]) => value.trim() !== '')
  return check(schema, Object.fromEntries(given))
}

/** The fields of a multipart form, as the schema reads them. */
export async function readForm<T extends z.ZodType>(
  c: Context<ApiEnv>,
  schema: T,
): Promise<z.infer<T>> {
  requireDeclared(c.var.call.form, schema)
  // A body that is no form has no fields, and the schema names the one that is missing.
  return check(schema, await c.req.parseBody().catch(() => ({})))
}

/** So that the OpenAPI document cannot say anything else than what is done. */
function requireDeclared(declared: z.ZodType | undefined, schema: z.ZodType): void {
  if (declared !== schema) throw new Error('a call reads another schema than it declares')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Where the text breaks off is of no use to the caller; that it does is.
    throw apiError('invalid_input', 'El cuerpo no es JSON válido; revisa comillas y comas')
  }
}

function check<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const parsed = schema.safeParse(input, { error: explain })
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }))
  throw apiError('invalid_input', 'Hay datos inválidos; revisa los campos indicados', { issues })
}

/** One sentence that says what to enter instead. */
function explain(issue: z.core.$ZodRawIssue): ReturnType<typeof spanish> {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'Falta este campo; complétalo'
    return `Tipo incorrecto: escribe ${kinds[issue.expected] ?? issue.expected}`
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

const kinds: Record<string, string> = {
  string: 'un texto',
  number: 'un número',
  int: 'un número entero',
  boolean: 'true o false',
  object: 'un objeto JSON',
  array: 'una lista',
}
