import type { ErrorBody } from '@vehicle-control/protocol'
import { TEXTS } from '../../texts/app.ts'

/** The parts of an ApiError; one that is left out is not known. */
export interface ApiErrorOptions {
  status: number
  code: string
  retryAfterSeconds?: number | null
  detail?: string | null
  issues?: ErrorBody['issues'] | undefined
  cause?: unknown
}

/** A failed call. `status` is 0 where no answer came at all. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** The hub's error code; `network` and `bad_response` are this browser's own. */
  readonly code: string
  readonly retryAfterSeconds: number | null
  /** The hub's message, in Spanish; null where it gave none. */
  readonly detail: string | null
  /** One message for each faulty field, in Spanish. */
  readonly issues: NonNullable<ErrorBody['issues']>

  constructor(options: ApiErrorOptions) {
    super(options.status === 0 ? TEXTS.error.network : TEXTS.error.status(options.status), {
      cause: options.cause,
    })
    this.status = options.status
    this.code = options.code
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    this.detail = options.detail ?? null
    this.issues = options.issues ?? []
  }
}

/** True where an answer came, but not in the agreed shape. */
export function isBadResponse(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'bad_response'
}

export function hasStatus(problem: unknown, status: number): boolean {
  return problem instanceof ApiError && problem.status === status
}

/** The hub's message for a failure, else `otherwise`. */
export function wordsOf(problem: unknown, otherwise: string): string {
  return (problem instanceof ApiError ? problem.detail : null) ?? otherwise
}

/**
 * The hub's message where its disk is full or its database is away, which names the cause and the
 * fix; null for any other failure, which each form has its own words for.
 */
export function storeTrouble(problem: unknown): string | null {
  return problem instanceof ApiError && /^(disk_full|database_away)$/.test(problem.code)
    ? problem.detail
    : null
}
