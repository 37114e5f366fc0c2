import type { ErrorCode } from '@vehicle-control/protocol'
import type { z } from 'zod'

/**
 * What a call takes, answers and refuses. `readBody`, `readQuery` and `readForm` take no other
 * schema than the one that is declared here, and the OpenAPI document is made from it.
 */
export interface Call {
  /** One line for the developer who calls. */
  summary: string
  query?: z.ZodObject
  /** JSON. */
  body?: z.ZodType
  /** multipart/form-data. */
  form?: z.ZodObject
  /** A body that a hub takes. */
  example?: Record<string, unknown>
  /** Of the answer; 200 unless it says otherwise. */
  status?: 201 | 202
  /** JSON of this schema, or bytes of this media type. */
  answer: z.ZodType | string
  /** What it refuses beyond its caller, its input and an id in its path that is none. */
  errors?: readonly ErrorCode[]
}
