import type { ErrorBody } from '@vehicle-control/protocol'
import { TEXTS } from '../../texts/app.ts'

/** The parts of an ApiError; what is left out is not known. */
export interface ApiErrorOptions {
  status: number
  code: string
  retryAfterSeconds?: number | null
  detail?: string | null
  issues?: ErrorBody['issues'] | undefined
  cause?: unknown
}

/** A call that did not give what was asked for. `status` is 0 where no answer came at all. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** The hub's error code, or `network` and `bad_response` for our own findings. */
  readonly code: string
  readonly retryAfterSeconds: number | null
  /** The hub's own words, in Spanish; null where it gave none. */
  readonly detail: string | null
  /** What is wrong with which field, in Spanish. */
  readonly issues: NonNullable<ErrorBody['issues']>

  constructor(options: ApiErrorOptions) {
    super(options.status === 0 ? TEXTS.login.network : TEXTS.error.status(options.status), {
      cause: options.cause,
    })
    this.status = options.status
    this.code = options.code
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    this.detail = options.detail ?? null
    this.issues = options.issues ?? []
  }
}

/** Whether the answer came, but not in the agreed shape. */
export function isBadResponse(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'bad_response'
}

/** Whether the hub answered with this status. */
export function hasStatus(problem: unknown, status: number): boolean {
  return problem instanceof ApiError && problem.status === status
}

/** The hub's own words for a failure, else `otherwise`. */
export function wordsOf(problem: unknown, otherwise: string): string {
  return (problem instanceof ApiError ? problem.detail : null) ?? otherwise
}
