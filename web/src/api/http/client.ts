import { IDLE_HEADER } from '@vehicle-control/protocol/limits'
import type { Clock } from '../../browser/clock.ts'
import { ApiError } from './api-error.ts'
import { ShownErrorBody } from './shapes.ts'

/** Checks a value and gives it its type, as the protocol's schemas do. */
export interface Shape<T> {
  parse(value: unknown): T
}

/** One call of the API. */
export interface ApiCall<T> {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** Sent instead of a body, with a longer timeout: a file takes its time on a slow link. */
  form?: FormData
  shape: Shape<T>
  /**
   * For a list, the member of the shape with its rows; the answer may also be a bare array of them.
   */
  rows?: string
  signal?: AbortSignal | undefined
  /** Made before anybody is logged in: it carries no bearer, and a 401 is an answer like others. */
  isPublic?: boolean
  /** Goes past the browser's cache. */
  isFresh?: boolean
  /** Gets a long answer piece by piece; while pieces come, the call does not time out. */
  onText?: ((piece: string) => void) | undefined
}

/** Calls the hub's API: bearer header in, checked value or ApiError out. */
export type ApiClient = <T>(call: ApiCall<T>) => Promise<T>

export interface ApiClientOptions {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  clock: Clock
  token: () => string | null
  /**
   * Whole seconds since a person touched the page; each protected call reports them, where known.
   */
  idleSeconds?: () => number | undefined
  /** Called when a protected call was refused, with the token that it was made with. */
  onUnauthorized: (token: string | null) => void
  /** Called when the hub asks for a second factor first, with the token of the call. */
  onFactorDemanded?: (token: string | null) => void
  /** Called with the `Date` header of every answer. */
  onServerDate?: (date: string) => void
}

const TIMEOUT_MS = 20_000
const FORM_TIMEOUT_MS = 90_000

/** Takes any answer, for a call whose body does not matter. */
export const anyShape: Shape<unknown> = { parse: (value) => value }

export function createApiClient(options: ApiClientOptions): ApiClient {
  return async (call) => {
    const token = call.isPublic ? null : options.token()
    const { response, body } = await exchange(options, call, token)
    const date = response.headers.get('date')
    if (date) options.onServerDate?.(date)
    if (!response.ok) {
      const { error, message, issues } = readError(body)
      if (response.status === 401 && !call.isPublic) options.onUnauthorized(token)
      if (response.status === 403 && error === 'second_factor_required') {
        options.onFactorDemanded?.(token)
      }
      throw new ApiError({
        status: response.status,
        code: error ?? 'internal',
        detail: message ?? null,
        issues,
        retryAfterSeconds: retryAfter(response.headers.get('retry-after')),
      })
    }
    try {
      const answer = parseJson(body)
      const { rows, shape } = call
      return shape.parse(rows && Array.isArray(answer) ? listOf(rows, answer) : answer)
    } catch (cause) {
      throw new ApiError({ status: response.status, code: 'bad_response', cause })
    }
  }
}

async function exchange(options: ApiClientOptions, call: ApiCall<unknown>, token: string | null) {
  const abort = new AbortController()
  const idle = call.isPublic ? undefined : options.idleSeconds?.()
  const timeoutMs = call.form ? FORM_TIMEOUT_MS : TIMEOUT_MS
  const startTimer = () => options.clock.after(timeoutMs, () => abort.abort())
  let stopTimer = startTimer()
  const abortCall = () => abort.abort(call.signal?.reason)
  if (call.signal?.aborted) abortCall()
  call.signal?.addEventListener('abort', abortCall)
  try {
    const response = await options.fetch(call.path, {
      method: call.method ?? 'GET',
      ...(call.isFresh ? { cache: 'no-store' } : {}),
      headers: {
        // For a form the browser sets the type itself, with the boundary between its parts.
        ...(call.form ? {} : { 'Content-Type': 'application/json' }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(idle === undefined ? {} : { [IDLE_HEADER]: String(idle) }),
      },
      credentials: 'same-origin',
      signal: abort.signal,
      ...(call.form ? { body: call.form } : {}),
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    })
    const { onText } = call
    if (!onText || !response.ok) return { response, body: await response.text() }
    const body = await readPieces(response, (piece) => {
      stopTimer()
      stopTimer = startTimer()
      onText(piece)
    })
    return { response, body }
  } catch (cause) {
    call.signal?.throwIfAborted()
    throw new ApiError({ status: 0, code: 'network', cause })
  } finally {
    stopTimer()
    call.signal?.removeEventListener('abort', abortCall)
  }
}

async function readPieces(response: Response, onPiece: (piece: string) => void): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  // Safari cannot iterate over a stream.
  const reader = response.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    const piece = decoder.decode(part?.value, { stream: !part?.done })
    text += piece
    onPiece(piece)
    if (!part || part.done) return text
  }
}

const listOf = (rows: string, all: unknown[]) => {
  return { [rows]: all, total: all.length, capped: false, truncated: false }
}

function parseJson(body: string): unknown {
  return body === '' ? null : JSON.parse(body)
}

function readError(body: string): Partial<ShownErrorBody> {
  try {
    return ShownErrorBody.parse(parseJson(body))
  } catch {
    // A proxy in between answers HTML: the status says enough.
    return {}
  }
}

function retryAfter(header: string | null): number | null {
  const seconds = Number(header)
  return header && Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null
}
