/** What a schema of the protocol looks like written out; anything beyond it fails the build. */
export type ShapeData =
  | { type: 'string' | 'boolean' | 'null' }
  | { type: 'number' | 'integer'; minimum?: number; maximum?: number }
  | { type: 'array'; items: ShapeData }
  | { type: 'object'; properties: Record<string, ShapeData>; required?: string[] }
  | { type: 'string'; enum: string[] }
  | { anyOf: ShapeData[] }

/** The answers of a check, as zod gives them. */
export type ShapeResult = { success: true; data: unknown } | { success: false }

/** Checks values by a written-out schema. Unknown members stay: nothing here looks at them. */
export function createShape(shape: ShapeData) {
  return {
    safeParse: (value: unknown): ShapeResult =>
      fits(shape, value) ? { success: true, data: value } : { success: false },
    parse(value: unknown): unknown {
      if (!fits(shape, value)) throw new TypeError('The answer does not have the agreed shape')
      return value
    },
  }
}

function fits(shape: ShapeData, value: unknown): boolean {
  if ('anyOf' in shape) return shape.anyOf.some((one) => fits(one, value))
  switch (shape.type) {
    case 'null':
      return value === null
    case 'boolean':
      return typeof value === 'boolean'
    case 'string':
      return typeof value === 'string' && (!('enum' in shape) || shape.enum.includes(value))
    case 'integer':
    case 'number':
      return fitsNumber(shape, value)
    case 'array':
      return Array.isArray(value) && value.every((item) => fits(shape.items, item))
    case 'object':
      return fitsObject(shape, value)
  }
}

function fitsNumber(shape: { type: string; minimum?: number; maximum?: number }, value: unknown) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  if (shape.type === 'integer' && !Number.isSafeInteger(value)) return false
  return value >= (shape.minimum ?? -Infinity) && value <= (shape.maximum ?? Infinity)
}

function fitsObject(
  shape: { properties: Record<string, ShapeData>; required?: string[] },
  value: unknown,
): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  // Lists have thousands of these: no array is made for each.
  for (const name in shape.properties) {
    const member = shape.properties[name]
    if (member === undefined) continue
    const found: unknown = Reflect.get(value, name)
    const isThere = Object.hasOwn(value, name)
    if (isThere ? !fits(member, found) : shape.required?.includes(name)) return false
  }
  return true
}
