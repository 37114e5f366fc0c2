import * as protocol from '@vehicle-control/protocol'
import { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

const names = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(protocol)) {
  if (schema instanceof z.ZodType) names.add(schema, { id })
}

/** The JSON Schema of a schema's input, as far as JSON Schema can say it: it may allow more. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  const written = z.toJSONSchema(schema, { io: 'input' })
  // OpenAPI 3.1 speaks the dialect that zod writes.
  delete written.$schema
  return written
}

/**
 * The JSON Schema of an answer, which allows no other keys. Schemas with a name in the protocol are
 * added to `named` and referred to as components of the document.
 */
export function answerSchema(named: Record<string, JsonSchema>, schema: z.ZodType): JsonSchema {
  // Inside a list even the outermost schema is referred to by its name.
  const list = z.toJSONSchema(z.array(schema), { metadata: names })
  const text = JSON.stringify({ items: list.items, $defs: list.$defs ?? {} })
  const placed = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as {
    items: JsonSchema
    $defs: Record<string, JsonSchema>
  }
  Object.assign(named, placed.$defs)
  return placed.items
}
