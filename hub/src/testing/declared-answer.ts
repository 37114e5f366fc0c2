import { TrieRouter } from 'hono/router/trie-router'
import { z } from 'zod'
import { calls, callsByNoun } from '../api/calls.ts'
import { JSON_MAX_BYTES, nameOf } from '../api/http/call.ts'
import type { Answer, Operation } from '../api/http/openapi/openapi-document.ts'
import { openApiDocument } from '../api/http/openapi/openapi.ts'

const document = openApiDocument(callsByNoun, '0.0.0')
const compiled = new Map<string, z.ZodType>()

/** Every declared call: `GET /api/agents/:code/gaps`. */
export const callNames: readonly string[] = calls.map(nameOf)

/** Bytes of JSON that a call takes. */
export const jsonLimitOf = (name: string): number =>
  calls.find((call) => nameOf(call) === name)?.maxBytes ?? JSON_MAX_BYTES

const router = new TrieRouter<string>()
for (const call of calls) router.add(call.method, call.path, nameOf(call))

/** What the OpenAPI document says of a call. */
export function operationOf(name: string): Operation {
  const [method = '', pattern = ''] = name.split(' ')
  const operation = document.paths[pattern.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!operation) throw new Error(`the document does not describe ${name}`)
  return operation
}

/** What the OpenAPI document says of a call's answers of a status; 5XX stands for all of them. */
export function answerOf(name: string, status: number | string): Answer | undefined {
  const { responses } = operationOf(name)
  const answer = responses[Number(status) >= 500 ? '5XX' : status]
  if (!answer || !('$ref' in answer)) return answer
  return document.components.responses[answer.$ref.replace('#/components/responses/', '')]
}

/**
 * Checks an answer against the document: its status, its media type and its body, in which a key
 * that is not declared is a fault as well.
 *
 * @throws Error that says what is not as declared.
 */
export async function requireDeclaredAnswer(
  method: string,
  path: string,
  answer: Response,
): Promise<void> {
  const [[name] = []] = router.match(method, path.replace(/[?#].*/, ''))[0]
  if (name === undefined) return
  const declared = answerOf(name, answer.status)
  if (!declared) throw new Error(`${name} answers ${answer.status}, which is not declared`)
  for (const [type, { schema }] of Object.entries(declared.content ?? {})) {
    const given = answer.headers.get('content-type') ?? 'nothing'
    if (!given.startsWith(type.replace('*', '')))
      throw new Error(`${name} answers ${given} instead of ${type}`)
    if (type !== 'application/json') continue
    const parsed = validator(schema).safeParse(await answer.clone().json())
    if (parsed.success) continue
    throw new Error(`${name} ${answer.status} is not as declared: ${parsed.error.message}`)
  }
}

function validator(schema: object): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas })
  const known = compiled.get(text)
  if (known) return known
  const local = JSON.parse(
    text.replaceAll('"#/components/schemas/', '"#/$defs/'),
  ) as z.core.JSONSchema.JSONSchema
  const validates = z.fromJSONSchema(local)
  compiled.set(text, validates)
  return validates
}
