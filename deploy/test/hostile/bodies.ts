import { answerFaults } from './answer-faults.ts'
import type { Chance } from './chance.ts'
import { hostileJson, hostileText, hostileValue, mutate, wellFormed } from './hostile-values.ts'
import type { Attempt } from './tally.ts'
import type { Caller, Target } from './target.ts'

interface Operation {
  parameters: { name: string; in: 'path' | 'query'; schema: { enum?: unknown[] } }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}
interface Call {
  method: string
  path: string
  operation: Operation
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

const CALLERS = ['nobody', 'kiosk', 'operator', 'admin', 'superadmin'] as const

const ENDS_OWN_SESSION = /logout|password|sessions/

/** Attacks every call of the OpenAPI document with bad paths, queries, headers and bodies. */
export async function openBodies(target: Target) {
  const document = (await target.client.get('/api/openapi.json')) as OpenApi
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => {
      return { method: method.toUpperCase(), path, operation }
    }),
  )
  return async function attackBodies(chance: Chance, tally: Attempt, n: number): Promise<void> {
    const call = calls[n % calls.length]
    if (!call) throw new Error('the document has no call')
    const caller: Caller = chance.pick(CALLERS)
    const token = await target.tokenOf(caller)
    const path = pathOf(chance, target, call)
    const body = bodyOf(chance, call)
    const headers = headersOf(chance, body !== undefined)
    const answer = await target.ask(call.method, path, { token, body, headers })
    tally.count(answer.status)
    for (const fault of answerFaults(path, answer, target.secrets))
      tally.fault(`${call.method} ${path} as ${caller}: ${fault}`)
    if (answer.status === 200 && ENDS_OWN_SESSION.test(call.path)) target.forgetToken(caller)
  }
}

function pathOf(chance: Chance, target: Target, { path, operation }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (chance.percent(40))
      return encodeURIComponent(wellFormed(hostileText(chance))).slice(0, 3000)
    // Those that may be lost; what people work with is out of reach.
    if (name === 'code') return chance.pick(target.victims.agents)
    if (!path.startsWith('/api/users')) return String(1 + chance.below(20))
    return String(chance.pick(target.victims.userIds))
  })
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  const given = query.flatMap(({ name, schema }) => {
    if (chance.percent(50)) return []
    const value = schema.enum && chance.percent(50) ? schema.enum[0] : hostileText(chance)
    return [`${name}=${encodeURIComponent(wellFormed(String(value))).slice(0, 1500)}`]
  })
  if (chance.percent(10)) given.push(`__proto__[admin]=1&constructor=${hostileValueText(chance)}`)
  return given.length === 0 ? filled : `${filled}?${given.join('&')}`
}

/** Short: at a head that no hub takes it hangs up while the rest is still being sent. */
const hostileValueText = (chance: Chance) =>
  encodeURIComponent(JSON.stringify(hostileValue(chance))).slice(0, 1500)

function bodyOf(chance: Chance, { operation }: Call): string | undefined {
  const content = operation.requestBody?.content
  if (!content) return chance.percent(10) ? hostileJson(chance, { a: 1 }) : undefined
  const example = content['application/json']?.example ?? {}
  let body: unknown = example
  for (let i = chance.below(3); i >= 0; i--) body = mutate(chance, body)
  return chance.percent(75) ? JSON.stringify(body) : hostileJson(chance, body)
}

function headersOf(chance: Chance, hasBody: boolean): Record<string, string> {
  const type = chance.percent(85)
    ? 'application/json'
    : chance.pick([
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=',
        'application/json; charset=utf-7',
        'multipart/form-data; boundary=x',
      ])
  const odd = chance.pick<Record<string, string>>([
    {},
    {},
    {},
    { 'x-forwarded-for': '10.0.0.1, 127.0.0.1', 'x-forwarded-proto': 'https' },
    { 'x-idle-seconds': hostileHeader(chance) },
    { origin: 'http://evil.example' },
    { 'if-none-match': hostileHeader(chance) },
    { cookie: `vc_session=${hostileHeader(chance)}` },
    { 'accept-encoding': 'br;q=NaN, gzip;q=-1, *' },
    { range: 'bytes=0-0,1-1,-5' },
    { 'x-http-method-override': 'DELETE' },
    { 'accept-language': 'x'.repeat(2000) },
  ])
  return { ...(hasBody && { 'content-type': type }), ...odd }
}

/** Node's client sends no control characters in a header. */
const hostileHeader = (chance: Chance) =>
  hostileText(chance)
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 1000)
