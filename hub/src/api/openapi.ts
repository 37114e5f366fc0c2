import { type ErrorCode, AgentCode, ErrorBody } from '@vehicle-control/protocol'
import { Hono } from 'hono'
import { z } from 'zod'
import {
  type Access,
  accessTable,
  callers,
  type CallName,
  callNames,
  SESSION_COOKIE,
} from './access.ts'
import { calls } from './calls/calls.ts'
import type { Call } from './calls/call.ts'
import type { ApiEnv } from './http/env.ts'
import { statusOf } from './http/errors.ts'
import { answerSchema, inputSchema, type JsonSchema } from './http/json-schema.ts'
import { RowId } from './http/row-id.ts'

const pathParameters: Record<string, z.ZodType> = { id: RowId, code: AgentCode, name: z.string() }

/** By media type. */
type Content = Record<string, { schema: JsonSchema; example?: unknown }>

export interface Answer {
  description: string
  content: Content
}

export interface Operation {
  summary: string
  tags: string[]
  /** Who is let in; empty: everybody, without a token. */
  'x-roles': readonly string[]
  security: Record<string, never[]>[]
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: boolean; content: Content }
  /** By status. */
  responses: Record<string, Answer | { $ref: string }>
}

/** As much of an OpenAPI 3.1 document as this one has. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  /** By path and method in lower case. */
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, object>
    schemas: Record<string, JsonSchema>
    responses: Record<string, Answer>
  }
}

/** GET /api/openapi.json. */
export function openApiRoutes({ version }: { version: string }): Hono<ApiEnv> {
  let document: OpenApiDocument | undefined
  return new Hono<ApiEnv>().get('/', (c) => c.json((document ??= openApiDocument(version))))
}

/** The API as it validates and answers: every call of the access table. */
export function openApiDocument(version: string): OpenApiDocument {
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info: {
      title: 'Vehicle Control',
      version,
      description: 'Errors carry a code for programs and a Spanish message for operators.',
    },
    paths: {},
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Token of POST /api/auth/login' },
        cookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
      },
      schemas: {},
      responses: {},
    },
  }
  for (const name of callNames) {
    const [method = '', pattern = ''] = name.split(' ')
    const path = pattern.replace(/:(\w+)/g, '{$1}')
    const operations = (document.paths[path] ??= {})
    operations[method.toLowerCase()] = operation(document.components, name, pattern)
  }
  return document
}

function operation(
  components: OpenApiDocument['components'],
  name: CallName,
  pattern: string,
): Operation {
  const call = calls[name]
  const access: Access = accessTable[name]
  const parameters = parametersOf(pattern, call)
  const requestBody = bodyOf(call)
  const [type, schema] =
    typeof call.answer === 'string'
      ? [call.answer, { type: 'string' } as const]
      : ['application/json', answerSchema(components.schemas, call.answer)]
  const answer = { description: 'Done', content: { [type]: { schema } } }
  return {
    summary: call.summary,
    tags: [pattern.split('/')[2] ?? ''],
    'x-roles': access.who === 'public' ? [] : access.who,
    security:
      access.who === 'public' ? [] : [{ bearer: [] }, ...(access.cookie ? [{ cookie: [] }] : [])],
    parameters,
    ...(requestBody && { requestBody }),
    responses: { [call.status ?? 200]: answer, ...refusals(components, call, access, parameters) },
  }
}

function parametersOf(pattern: string, call: Call): Operation['parameters'] {
  const path = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const schema = inputSchema(pathParameters[name] ?? z.string())
    return { name, in: 'path' as const, required: true, schema }
  })
  const { properties = {}, required = [] } = call.query ? inputSchema(call.query) : {}
  const query = Object.entries(properties).flatMap(([name, schema]) => {
    if (typeof schema === 'boolean') return []
    return { name, in: 'query' as const, required: required.includes(name), schema }
  })
  return [...path, ...query]
}

function bodyOf({ body, form, example }: Call): Operation['requestBody'] {
  if (form) {
    return { required: true, content: { 'multipart/form-data': { schema: inputSchema(form) } } }
  }
  if (!body) return undefined
  const content = { 'application/json': { schema: inputSchema(body), example } }
  // An empty body counts as {}.
  return { required: !body.safeParse({}).success, content }
}

/** The answers to whom and what a call refuses, by status. */
function refusals(
  components: OpenApiDocument['components'],
  call: Call,
  { who }: Access,
  parameters: Operation['parameters'],
): Operation['responses'] {
  const codes = new Set<ErrorCode>(call.errors)
  if (who !== 'public') codes.add('unauthorized')
  if (who !== 'public' && who.length < callers.length) codes.add('forbidden')
  if (parameters.some((parameter) => parameter.in === 'path')) codes.add('not_found')
  if (parameters.length > 0 || call.body || call.form) codes.add('invalid_input')
  if (call.body || call.form) codes.add('too_large')
  // Our own fault is a 500, and a 503 while the database is busy.
  codes.add('internal')
  const byStatus = new Map<string, ErrorCode[]>()
  for (const code of [...codes].toSorted()) {
    const status = statusOf[code] < 500 ? String(statusOf[code]) : '5XX'
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [status, refusal(components, some)] as const),
  )
}

function refusal(components: OpenApiDocument['components'], codes: ErrorCode[]): { $ref: string } {
  const name = codes.join('-')
  components.responses[name] ??= {
    description: codes.join(', '),
    content: {
      'application/json': {
        schema: answerSchema(components.schemas, ErrorBody.extend({ error: z.enum(codes) })),
      },
    },
  }
  return { $ref: `#/components/responses/${name}` }
}
