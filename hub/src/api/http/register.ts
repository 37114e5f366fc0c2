import { PHOTO_MAX_BYTES } from '@vehicle-control/protocol'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { ApiParts } from '../parts.ts'
import { answerWithin } from './limits/answer-within.ts'
import { type Call, type CallRequest, JSON_MAX_BYTES } from './call.ts'
import { noSuchPath } from './errors.ts'
import { ExportAdmission } from './limits/export-admission.ts'
import { createSessionSemaphore } from './limits/session-semaphore.ts'
import { requireCaller } from './require-caller.ts'
import { readBody, readForm, readParams, readQuery } from './input.ts'
import { limitBody } from './limits/limit-body.ts'
import type { ApiEnv } from './request-variables.ts'
import { SharedAnswer } from './answers/shared-answer.ts'
import { UrgentCalls } from './limits/urgent-calls.ts'
import { jsonFor } from './answers/owners.ts'

const formLimit = limitBody(PHOTO_MAX_BYTES, 'La foto supera 5 MB; reduce su tamaño')
const jsonLimit = (maxBytes = JSON_MAX_BYTES) =>
  limitBody(maxBytes, `El cuerpo supera ${maxBytes / 1024} KiB; envía menos datos`)

/** Puts declared calls on the app. What is not declared under /api does not exist: 404. */
export function registerCalls(app: Hono<ApiEnv>, calls: readonly Call[], parts: ApiParts): void {
  const shared: SharedAnswer[] = []
  const share = (call: Call) => {
    const one = sharedAnswer(call, parts)
    if (one) shared.push(one)
    return one
  }
  const sessions = parts.sessionSemaphore ?? createSessionSemaphore()
  const urgent = new UrgentCalls()
  const exports = new ExportAdmission(urgent)
  for (const call of calls) {
    const limit = call.form ? formLimit : jsonLimit(call.maxBytes)
    // Nobody who is not let in has a body kept for him.
    const before = [callerOf(call, parts), limit]
    if (call.within) before.unshift(answerWithin(call.within))
    const asksDatabase = isText(call) && call.who !== 'public'
    if (isText(call)) before.push(compress())
    const kiosks = call.forKiosks ? callForKiosks(call) : call
    const one = share(call)
    const ofKiosks = kiosks === call ? one : share(kiosks)
    if (one) before.push(etag())
    app.on(call.method, [call.path], ...before, async (c) => {
      const isKiosk = call.who !== 'public' && c.var.session.kiosk
      const answers = isKiosk ? ofKiosks : one
      if (answers) return await answers.respond(c)
      const ofCaller = isKiosk ? kiosks : call
      const request = await readRequest(c, call)
      if (asksDatabase) {
        const { id } = c.var.session
        const answerNow = () => answer(ofCaller, request, parts)
        if (call.isExport?.(request.query)) return await exports.run(id, answerNow)
        return await sessions.run({ group: [String(id)] }, answerNow)
      }
      if (call.within) return await urgent.run(() => answer(ofCaller, request, parts))
      const response = await answer(ofCaller, request, parts)
      if (call.changesAgents) for (const each of shared) each.drop()
      return response
    })
  }
  app.all('/api/*', jsonLimit(), () => noSuchPath().getResponse())
}

/** Text on the way to a screen: what is worth compressing, and what is asked of the database. */
const isText = ({ method, answer: type, sharedForMs }: Call): boolean =>
  method === 'GET' &&
  // Those are compressed, and asked for, once for all.
  sharedForMs === undefined &&
  !(typeof type === 'string' && type.startsWith('image/'))

function callerOf(call: Call, parts: ApiParts): MiddlewareHandler<ApiEnv> {
  return async function letIn(c, next) {
    c.set('route', call.path)
    await requireCaller(c, call, parts)
    await next()
  }
}

/** The call whose answers are those for kiosk accounts. */
function callForKiosks(call: Call): Call {
  return {
    ...call,
    handle: async (request, parts) => call.forKiosks?.(await call.handle(request, parts)),
  }
}

/** What a shared answer is made from: were it to look at who asks, it would fail at once. */
const NO_REQUEST = {} as CallRequest

function sharedAnswer(call: Call, parts: ApiParts): SharedAnswer | null {
  const { sharedForMs } = call
  if (sharedForMs === undefined) return null
  return new SharedAnswer({
    sharedForMs,
    // An object, by its schema.
    make: async () => (await call.handle(NO_REQUEST, parts)) as object,
    now: () => performance.now(),
  })
}

/** The request as its handler gets it: what does not fit the schemas is refused. */
async function readRequest(c: Context<ApiEnv>, call: Call): Promise<CallRequest> {
  return {
    query: call.query && readQuery(c, call.query),
    body: call.body && (await readBody(c, call.body)),
    form: call.form && (await readForm(c, call.form)),
    params: readParams(c),
    session: c.var.session,
    address: c.var.address,
    context: c,
  }
}

async function answer(call: Call, request: CallRequest, parts: ApiParts): Promise<Response> {
  const given = await call.handle(request, parts)
  if (given instanceof Response) return given
  const text = call.who === 'public' ? JSON.stringify(given) : jsonFor(request.session, given)
  // By its length, a short one is sent as it is.
  const length = String(Buffer.byteLength(text))
  const headers = { 'content-type': 'application/json', 'content-length': length }
  return request.context.body(text, call.status ?? 200, headers)
}
