import { PHOTO_MAX_BYTES } from '@vehicle-control/protocol'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { ApiParts } from '../parts.ts'
import { answerWithin } from './limits/answer-within.ts'
import { type Call, type CallRequest, JSON_MAX_BYTES } from './call.ts'
import { noSuchPath } from './errors.ts'
import { ExportAdmission } from './limits/export-admission.ts'
import { createPictureSemaphore, createSessionSemaphore } from './limits/session-semaphore.ts'
import { requireCaller } from './require-caller.ts'
import { readBody, readForm, readParams, readQuery } from './input.ts'
import { limitBody } from './limits/limit-body.ts'
import type { ApiEnv } from './request-variables.ts'
import { SharedAnswer } from './answers/shared-answer.ts'
import { UrgentCalls } from './limits/urgent-calls.ts'
import { jsonFor } from './answers/owners.ts'

const formLimit = (maxBytes?: number) =>
  maxBytes === undefined
    ? limitBody(PHOTO_MAX_BYTES, 'La foto supera 5 MB; reduce su tamaño')
    : limitBody(maxBytes, `El archivo supera ${maxBytes / 1024 ** 2} MB; reduce su tamaño`)
const jsonLimit = (maxBytes = JSON_MAX_BYTES) =>
  limitBody(maxBytes, `El cuerpo supera ${maxBytes / 1024} KiB; envía menos datos`)

/** Registers the declared calls on the app; any other path under /api gets a 404. */
export function registerCalls(app: Hono<ApiEnv>, calls: readonly Call[], parts: ApiParts): void {
  const shared: SharedAnswer[] = []
  const share = (call: Call) => {
    const created = sharedAnswer(call, parts)
    if (created) shared.push(created)
    return created
  }
  const sessions = parts.sessionSemaphore ?? createSessionSemaphore()
  const pictures = createPictureSemaphore()
  const urgent = new UrgentCalls()
  const exports = new ExportAdmission(urgent)
  for (const call of calls) {
    const limit = call.form ? formLimit(call.maxBytes) : jsonLimit(call.maxBytes)
    // The caller is checked first: no body is kept for one who is refused.
    const middleware = [checkCaller(call, parts), limit]
    if (call.within) middleware.unshift(answerWithin(call.within))
    const asksDatabase = isText(call) && call.who !== 'public'
    const admission = call.isStoredPicture ? pictures : asksDatabase ? sessions : null
    if (isText(call)) middleware.push(compress())
    const kioskCall = call.forKiosks ? callForKiosks(call) : call
    const sharedByPeople = share(call)
    const sharedByKiosks = kioskCall === call ? sharedByPeople : share(kioskCall)
    if (sharedByPeople) middleware.push(etag())
    app.on(call.method, [call.path], ...middleware, async (c) => {
      const isKiosk = call.who !== 'public' && c.var.session.kiosk
      const sharedOne = isKiosk ? sharedByKiosks : sharedByPeople
      if (sharedOne) return await sharedOne.respond(c)
      const ofCaller = isKiosk ? kioskCall : call
      const request = await readRequest(c, call)
      if (admission) {
        const { id } = c.var.session
        const answerNow = () => answer(ofCaller, request, parts)
        if (call.isExport?.(request.query)) return await exports.run(id, answerNow)
        return await admission.run({ group: [String(id)] }, answerNow)
      }
      if (call.within) return await urgent.run(() => answer(ofCaller, request, parts))
      const response = await answer(ofCaller, request, parts)
      if (call.changesAgents) for (const each of shared) each.drop()
      return response
    })
  }
  app.all('/api/*', jsonLimit(), () => noSuchPath().getResponse())
}

/** Whether an answer is text for a screen: worth compressing, and made from the database. */
const isText = ({ method, answer: type, sharedForMs }: Call): boolean =>
  method === 'GET' &&
  // Shared answers are made and compressed once for all.
  sharedForMs === undefined &&
  !(typeof type === 'string' && type.startsWith('image/'))

function checkCaller(call: Call, parts: ApiParts): MiddlewareHandler<ApiEnv> {
  return async function requireItsCaller(c, next) {
    c.set('route', call.path)
    c.set('notDone', call.notDone)
    await requireCaller(c, call, parts)
    await next()
  }
}

/** The same call with the answers for kiosk accounts. */
function callForKiosks(call: Call): Call {
  return {
    ...call,
    handle: async (request, parts) => call.forKiosks?.(await call.handle(request, parts)),
  }
}

/** The request of a shared answer: a handler that looks at its caller fails at once. */
const NO_REQUEST = {} as CallRequest

function sharedAnswer(call: Call, parts: ApiParts): SharedAnswer | null {
  const { sharedForMs } = call
  if (sharedForMs === undefined) return null
  return new SharedAnswer({
    sharedForMs,
    // By its schema it is an object.
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
  // By its length, a short answer is sent uncompressed.
  const length = String(Buffer.byteLength(text))
  const headers = { 'content-type': 'application/json', 'content-length': length }
  return request.context.body(text, call.status ?? 200, headers)
}
