import type { ErrorCode } from '@vehicle-control/protocol'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { Session } from '../../store/auth/sessions.ts'
import type { ApiParts } from '../parts.ts'
import type { Who } from './callers.ts'
import type { ApiEnv } from './request-variables.ts'

/** A call without its handler. */
export interface CallDescription {
  /** Unique: `operationId` of the OpenAPI document, by which client generators name it. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:id`, `:code` and `:name` for the parts that vary. */
  path: `/api/${string}`
  who: Who
  /**
   * Also takes the session cookie, which other sites cannot make a browser send (SameSite=Strict);
   * calls other than GET take it from the hub's own pages alone.
   */
  cookie?: true
  /** Also allowed to an account that has yet to set up the second factor its role needs. */
  beforeSecondFactor?: true
  /**
   * Says how the hub stands, and does so while the database is away: a superadmin's session counts
   * then as it was confirmed last.
   */
  withoutDatabase?: true
  /** Changes what shared answers say of agents: those that were made before are dropped. */
  changesAgents?: true
  /**
   * For calls that many screens make every few seconds: one answer serves whoever asks within this
   * time of the start of its making, compressed and with an ETag. At 0 it serves only those who
   * asked before that. The handler gets no request, and so cannot depend on one; with `forKiosks`,
   * kiosk accounts share an answer of their own.
   */
  sharedForMs?: number
  /**
   * A request is answered within `ms` of its arrival, with 503 and `message` if there is no other
   * answer by then. The handler checks `context.var.deadline` before it does what must not come
   * late.
   */
  within?: { ms: number; message: string }
  /** What did not happen where the database failed; absent: «no se guardó», of a GET «no hay datos». */
  notDone?: string
  /** One line for the developer who calls. */
  summary: string
  query?: z.ZodObject
  /** JSON; an empty body counts as `{}`. */
  body?: z.ZodType
  /** multipart/form-data. */
  form?: z.ZodObject
  /** An example of the body in its largest form. */
  example?: Record<string, unknown>
  /** Largest body in bytes, where it needs more than `JSON_MAX_BYTES`, or a form more than a photo. */
  maxBytes?: number
  /** HTTP status of the answer; 200 if absent. */
  status?: 201 | 202
  /** JSON of this schema, or bytes of this media type; `image/*` is any picture. */
  answer: z.ZodType | string
  /** Answers without a body beside `answer`: what they mean, by status. */
  empty?: Partial<Record<204 | 304, string>>
  /** The answer is a picture of the database: a session gets few of them at a time. */
  isStoredPicture?: true
  /** Error codes besides those that follow from its caller, its input and the id in its path. */
  errors?: readonly ErrorCode[]
}

/** A call as it is registered, described and tested. */
export interface Call extends CallDescription {
  /** Answers with a value of `answer`, or with a response of its own. */
  handle(request: CallRequest, parts: ApiParts): unknown
  /** Whether so much is asked for that it is admitted as an export; absent: never. */
  isExport?(query: unknown): boolean
  /**
   * The answer to a kiosk account, made of that value: anybody may stand before a screen on a wall.
   * Absent: the same value.
   */
  forKiosks?(answer: unknown): unknown
}

/** The values of a path's variable parts; an id that no row can have is 0. */
type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Param<Name> & PathParams<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Param<Name>
    : unknown
type Param<Name extends string> = Record<Name, Name extends 'id' ? number : string>

/** A request as its handler gets it: input that the call's schemas have parsed, and who asks. */
export interface CallRequest<Query = unknown, Body = unknown, Form = unknown, Params = unknown> {
  query: Query
  body: Body
  form: Form
  params: Params
  /** The caller's session; public calls have none. */
  session: Session
  address: string | null
  /** For answers that are more than a value: cookies, streams, files. */
  context: Context<ApiEnv>
}

/**
 * Declares a call in one place: its route, its permission, its checks and its documentation follow
 * from here. The handler gets no input that was not checked.
 */
export function declareCall<
  const Path extends `/api/${string}`,
  Answer extends z.ZodType | string,
  Query extends z.ZodObject = never,
  Body extends z.ZodType = never,
  Form extends z.ZodObject = never,
>(
  call: CallDescription & {
    path: Path
    query?: Query
    body?: Body
    form?: Form
    answer: Answer
    handle(
      request: CallRequest<z.infer<Query>, z.infer<Body>, z.infer<Form>, PathParams<Path>>,
      parts: ApiParts,
    ): Answered<Answer> | Promise<Answered<Answer>>
    isExport?(query: z.infer<Query>): boolean
    forKiosks?(answer: Exclude<Answered<Answer>, Response>): Answered<Answer>
  },
): Call {
  // The types above bind the request to the schemas; in a list of calls they are unknown.
  return call as Call
}

type Answered<Answer> = Response | (Answer extends z.ZodType ? z.infer<Answer> : never)

/** Largest JSON body in bytes, unless its call has another limit. */
export const JSON_MAX_BYTES = 64 * 1024

/** A call's name in tables, tests and metrics: `GET /api/agents/:code/gaps`. */
export const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string =>
  `${method} ${path}`
