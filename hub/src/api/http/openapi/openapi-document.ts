import type { JsonSchema } from './json-schema.ts'

/** By media type. */
export type Content = Record<string, { schema: JsonSchema; example?: unknown }>

export interface Answer {
  description: string
  content?: Content
}

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  /** The callers let in; empty: everybody, without a token. */
  'x-roles': readonly string[]
  security: Record<string, never[]>[]
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: boolean; content: Content }
  /** By status. */
  responses: Record<string, Answer | { $ref: string }>
}

/** The parts of an OpenAPI 3.1 document that this API uses. */
export interface OpenApiDocument {
  openapi: string
  info: {
    title: string
    version: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  /** By path and method in lower case. */
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, object>
    schemas: Record<string, JsonSchema>
    responses: Record<string, Answer>
  }
}
