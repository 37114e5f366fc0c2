import type { ErrorBody, ErrorCode } from '@vehicle-control/protocol'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { PasswordsOverloaded } from '../../auth/passwords/password-semaphore.ts'
import { isOfPostgres, storeFault, type StoreFault } from '../../store/unavailable.ts'
import { Overloaded } from '../../limits/semaphore.ts'
import type { ApiEnv } from './request-variables.ts'

export const STATUS_OF: Record<ErrorCode, ContentfulStatusCode> = {
  invalid_credentials: 401,
  second_factor_required: 401,
  invalid_second_factor: 401,
  unauthorized: 401,
  forbidden: 403,
  proof_required: 403,
  invalid_invite: 400,
  not_found: 404,
  duplicate: 409,
  changed_meanwhile: 412,
  in_use: 409,
  unconfirmed: 409,
  awaiting_approval: 409,
  agent_offline: 409,
  agent_quarantined: 409,
  relay_unconfigured: 409,
  upgrade_edge: 409,
  mail_unconfigured: 409,
  invalid_tag: 400,
  invalid_plate: 400,
  invalid_input: 400,
  too_large: 413,
  rate_limited: 429,
  misdirected: 421,
  bus_unavailable: 503,
  disk_full: 507,
  database_away: 503,
  internal: 500,
}

/** An error to throw from a handler; `message` is what an operator reads. */
export function apiError(
  code: ErrorCode,
  message: string,
  {
    issues,
    retryAfterS,
    status = STATUS_OF[code],
  }: { issues?: ErrorBody['issues']; retryAfterS?: number; status?: ContentfulStatusCode } = {},
): HTTPException {
  const body: ErrorBody = issues ? { error: code, message, issues } : { error: code, message }
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' })
  if (retryAfterS !== undefined) headers.set('retry-after', String(retryAfterS))
  const res = new Response(JSON.stringify(body), { status, headers })
  return new HTTPException(status, { message: code, res })
}

/** 400 for one field: `problem` is shown beside it, `message` for the whole form. */
export function invalidField(
  path: string,
  problem: string,
  message = 'Hay datos inválidos; revisa los campos indicados',
): HTTPException {
  return apiError('invalid_input', message, { issues: [{ path, message: problem }] })
}

/** 404 for paths that no call declares. */
export function noSuchPath(): HTTPException {
  return apiError('not_found', 'La ruta no existe')
}

/** 429 that says when to come back. */
export function tooManyTries(retryAfterS: number): HTTPException {
  const message = `Demasiados intentos; espera ${retryAfterS} s e intenta de nuevo`
  return apiError('rate_limited', message, { retryAfterS })
}

/**
 * Turns whatever a handler threw into an answer; what nobody expected is logged with its stack.
 * `onFault` hears of those of the database.
 */
export function createErrorHandler(log: Logger, onFault: (error: unknown) => void = () => {}) {
  return function answerError(error: Error, c: Context<ApiEnv>): Response {
    if (error instanceof HTTPException) {
      if (error.status === STATUS_OF.forbidden) logForbidden(log, c)
      return error.getResponse()
    }
    if (error instanceof PasswordsOverloaded) {
      const message = 'Hay demasiados ingresos a la vez; intenta de nuevo en unos segundos'
      return apiError('rate_limited', message, { retryAfterS: 2 }).getResponse()
    }
    if (error instanceof Overloaded) {
      const message = 'Hay demasiadas consultas a la vez; intenta de nuevo en unos segundos'
      return apiError('internal', message, { status: 503, retryAfterS: 5 }).getResponse()
    }
    if (wentAway(c)) {
      log.debug({ method: c.req.method, path: c.req.path }, 'the client broke off its request')
      return apiError('invalid_input', 'El cuerpo llegó incompleto').getResponse()
    }
    const fault = storeFault(error)
    if (fault !== null) {
      onFault(error)
      log.warn({ err: error, method: c.req.method, path: c.req.path }, FAULT_LINES[fault])
      return faultAnswer(fault, error, c).getResponse()
    }
    log.error({ err: error, method: c.req.method, path: c.req.path }, 'request failed')
    return apiError('internal', 'Error interno del servidor').getResponse()
  }
}

const FAULT_LINES: Record<StoreFault, string> = {
  full: 'the disk is full: nothing is saved',
  away: 'the database does not answer',
  busy: 'the database is not available',
}

/** Names the cause and what there is to do: it is shown in the form that could not be saved. */
function faultAnswer(fault: StoreFault, error: unknown, c: Context<ApiEnv>): HTTPException {
  const { notDone } = c.var as Partial<ApiEnv['Variables']>
  const lost = notDone ?? (c.req.method === 'GET' ? 'no hay datos' : 'no se guardó')
  if (fault === 'full') {
    const whose = isOfPostgres(error) ? 'de la base de datos' : 'del hub'
    return apiError(
      'disk_full',
      `El disco ${whose} está lleno: ${lost}. Libera espacio en él, o avisa a quien administra el hub, e intenta de nuevo`,
    )
  }
  if (fault === 'away') {
    return apiError(
      'database_away',
      `La base de datos del hub no responde: ${lost}. Intenta de nuevo en un momento; si sigue igual, avisa a quien administra el hub`,
      { retryAfterS: 5 },
    )
  }
  const message = 'La base de datos no está disponible; intenta de nuevo'
  return apiError('internal', message, { status: 503, retryAfterS: 5 })
}

/** Logs the declared route and not the path, which may hold anything. */
function logForbidden(log: Logger, c: Context<ApiEnv>): void {
  const { session, route, address } = c.var as Partial<ApiEnv['Variables']>
  const who = { account: session?.email ?? null, address: address ?? null }
  log.warn(
    { ...who, method: c.req.method, route: route ?? null },
    'a call was refused: not allowed',
  )
}

/** The client hung up before its request had arrived whole. */
function wentAway(c: Context<ApiEnv>): boolean {
  const incoming = c.env?.incoming
  return incoming !== undefined && incoming.destroyed && !incoming.complete
}
