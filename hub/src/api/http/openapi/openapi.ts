import { type ErrorCode, AgentCode, ErrorBody } from '@vehicle-control/protocol'
import { z } from 'zod'
import type { Call } from '../call.ts'
import { CALLERS } from '../callers.ts'
import { STATUS_OF } from '../errors.ts'
import { RowId } from '../input.ts'
import { answerSchema, inputSchema } from './json-schema.ts'
import type { Answer, Content, OpenApiDocument, Operation } from './openapi-document.ts'
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from '../client/session-cookie.ts'

const TileNumber = z.string().regex(/^\d{1,7}$/)
const PATH_PARAMETERS: Record<string, z.ZodType> = {
  id: RowId,
  code: AgentCode,
  name: z.string(),
  z: TileNumber,
  x: TileNumber,
  y: TileNumber,
}

const UNCHANGED = 'As the ETag in If-None-Match names it; without a body'

/** The API as it validates and answers: every declared call, tagged by its noun. */
export function openApiDocument(
  nouns: Record<string, { about: string; calls: readonly Call[] }>,
  version: string,
): OpenApiDocument {
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info: {
      title: 'Vehicle Control',
      version,
      description:
        'Errors carry a code for programs and a Spanish message for operators. To a kiosk account every owner is null, unless the account says otherwise, and it searches by none.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The hub that serves this document' }],
    tags: Object.entries(nouns).map(([name, { about: description }]) => ({ name, description })),
    paths: {},
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Token of POST /api/auth/login' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: SECURE_SESSION_COOKIE,
          description: `Of POST /api/auth/login; over plain http its name is ${SESSION_COOKIE}`,
        },
      },
      schemas: {},
      responses: {},
    },
  }
  for (const [noun, { calls }] of Object.entries(nouns)) {
    for (const call of calls) {
      const operations = (document.paths[call.path.replace(/:(\w+)/g, '{$1}')] ??= {})
      operations[call.method.toLowerCase()] = operation(document.components, call, noun)
    }
  }
  return document
}

function operation(components: OpenApiDocument['components'], call: Call, noun: string): Operation {
  const { who, cookie } = call
  const parameters = parametersOf(call)
  const requestBody = bodyOf(call)
  const [type, schema] =
    typeof call.answer === 'string'
      ? [call.answer, { type: 'string' } as const]
      : ['application/json', answerSchema(components.schemas, call.answer)]
  const answer = { description: 'Done', content: { [type]: { schema } } }
  return {
    operationId: call.id,
    summary: call.summary,
    tags: [noun],
    'x-roles': who === 'public' ? [] : who,
    security: who === 'public' ? [] : [{ bearer: [] }, ...(cookie ? [{ cookie: [] }] : [])],
    parameters,
    ...(requestBody && { requestBody }),
    responses: {
      [call.status ?? 200]: answer,
      ...emptyAnswers(call),
      ...refusals(components, call, parameters),
    },
  }
}

function parametersOf({ path, query }: Call): Operation['parameters'] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const schema = inputSchema(PATH_PARAMETERS[name] ?? z.string())
    return { name, in: 'path' as const, required: true, schema }
  })
  const { properties = {}, required = [] } = query ? inputSchema(query) : {}
  const inQuery = Object.entries(properties).flatMap(([name, schema]) => {
    if (typeof schema === 'boolean') return []
    return { name, in: 'query' as const, required: required.includes(name), schema }
  })
  return [...inPath, ...inQuery]
}

function bodyOf({ body, form, example }: Call): Operation['requestBody'] {
  if (form) {
    return { required: true, content: { 'multipart/form-data': { schema: inputSchema(form) } } }
  }
  if (!body) return undefined
  const content: Content = { 'application/json': { schema: inputSchema(body), example } }
  // An empty body counts as {}.
  return { required: !body.safeParse({}).success, content }
}

function emptyAnswers({ empty, sharedForMs }: Call): Record<string, Answer> {
  const answers = Object.entries({
    ...(sharedForMs !== undefined && { 304: UNCHANGED }),
    ...empty,
  })
  return Object.fromEntries(answers.map(([status, description]) => [status, { description }]))
}

/** The refusals of a call, by status. */
function refusals(
  components: OpenApiDocument['components'],
  call: Call,
  parameters: Operation['parameters'],
): Operation['responses'] {
  const { who } = call
  const codes = new Set<ErrorCode>(call.errors)
  if (who !== 'public') codes.add('unauthorized')
  if (who !== 'public' && who.length < CALLERS.length) codes.add('forbidden')
  if (parameters.some((parameter) => parameter.in === 'path')) codes.add('not_found')
  if (parameters.length > 0 || call.body || call.form) codes.add('invalid_input')
  if (call.body || call.form) codes.add('too_large')
  // For an unknown host.
  codes.add('misdirected')
  // 500 for a fault of the hub, 503 while the database is busy or away, 507 where its disk is full.
  for (const code of ['internal', 'database_away', 'disk_full'] as const) codes.add(code)
  const byStatus = new Map<string, ErrorCode[]>()
  for (const code of [...codes].toSorted()) {
    const status = STATUS_OF[code] < 500 ? String(STATUS_OF[code]) : '5XX'
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  if (who !== 'public' && !call.beforeSecondFactor) {
    byStatus.set('403', [...(byStatus.get('403') ?? []), 'second_factor_required'])
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
