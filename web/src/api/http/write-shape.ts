import type { ShapeData } from './shape-check.ts'

/**
 * A JSON schema as `createShape` understands it. Throws where the schema says something that the
 * check would not look at: a check must never be weaker than the protocol.
 */
export function writeShape(schema: unknown): ShapeData {
  // `write` keeps to ShapeData, which its return type does not say; JSON.parse gives any type.
  return JSON.parse(JSON.stringify(write(schema)))
}

function write(schema: unknown): Record<string, unknown> {
  const { $schema: _version, additionalProperties: _open, ...rules } = members(schema)
  if (Array.isArray(rules.anyOf)) {
    return { ...only(rules, ['anyOf']), anyOf: rules.anyOf.map(write) }
  }
  if (Array.isArray(rules.type)) {
    return { anyOf: rules.type.map((type) => write({ ...rules, type })) }
  }
  switch (rules.type) {
    case 'null':
      return only(rules, ['type'])
    case 'boolean':
      return only(rules, ['type', 'const'])
    case 'string':
      return only(dropPasswordFormat(rules), ['type', 'enum'])
    case 'number':
    case 'integer':
      return only(rules, ['type', 'minimum', 'maximum'])
    case 'array':
      return { ...only(rules, ['type', 'items']), items: write(rules.items) }
    case 'object':
      return {
        ...only(rules, ['type', 'properties', 'required']),
        properties: Object.fromEntries(
          Object.entries(members(rules.properties)).map(([name, one]) => [name, write(one)]),
        ),
      }
    default:
      throw new Error(`shape-check.ts does not know the type ${JSON.stringify(rules.type)}`)
  }
}

/** `format: password` only documents the call: the value is checked like any string. */
function dropPasswordFormat(rules: Record<string, unknown>) {
  const { format, ...rest } = rules
  return format === 'password' ? rest : rules
}

function members(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error('Not a JSON schema')
  return { ...value }
}

function only(rules: Record<string, unknown>, known: string[]) {
  const foreign = Object.keys(rules).find((rule) => !known.includes(rule))
  if (foreign) throw new Error(`shape-check.ts does not know the rule "${foreign}"`)
  return rules
}
