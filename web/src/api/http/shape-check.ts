/** A schema of the protocol written out as data; a rule that this type lacks fails the build. */
export type ShapeData =
  | { type: 'string' | 'null' }
  | { type: 'boolean'; const?: boolean }
  | { type: 'number' | 'integer'; minimum?: number; maximum?: number }
  | { type: 'array'; items: ShapeData }
  | { type: 'object'; properties: Record<string, ShapeData>; required?: string[] }
  | { type: 'string'; enum: string[] }
  | { anyOf: ShapeData[] }

/** The answer of a check, in the form that zod gives it. */
export type ShapeResult = { success: true; data: unknown } | { success: false }

type Check = (value: unknown) => boolean

/** Checks values by a written-out schema. Members that it does not name are neither checked nor removed. */
export function createShape(shape: ShapeData) {
  const fits = checkOf(shape)
  return {
    safeParse: (value: unknown): ShapeResult =>
      fits(value) ? { success: true, data: value } : { success: false },
    parse(value: unknown): unknown {
      if (!fits(value)) throw new TypeError('The answer does not have the agreed shape')
      return value
    },
  }
}

/** Makes the functions once for a schema: an answer can have twenty thousand rows. */
function checkOf(shape: ShapeData): Check {
  if ('anyOf' in shape) {
    const checks = shape.anyOf.map(checkOf)
    return (value) => checks.some((fits) => fits(value))
  }
  switch (shape.type) {
    case 'null':
      return (value) => value === null
    case 'boolean':
      return (value) => typeof value === 'boolean' && value === (shape.const ?? value)
    case 'string': {
      const allowed = 'enum' in shape ? shape.enum : null
      return (value) => typeof value === 'string' && (allowed?.includes(value) ?? true)
    }
    case 'integer':
    case 'number':
      return (value) => fitsNumber(shape, value)
    case 'array': {
      const fits = checkOf(shape.items)
      return (value) => Array.isArray(value) && value.every(fits)
    }
    case 'object':
      return objectCheck(shape)
  }
}

function fitsNumber(shape: { type: string; minimum?: number; maximum?: number }, value: unknown) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  if (shape.type === 'integer' && !Number.isSafeInteger(value)) return false
  return value >= (shape.minimum ?? -Infinity) && value <= (shape.maximum ?? Infinity)
}

function objectCheck(shape: { properties: Record<string, ShapeData>; required?: string[] }): Check {
  const members = Object.entries(shape.properties).map(([name, member]) => ({
    name,
    fits: checkOf(member),
    isRequired: shape.required?.includes(name),
  }))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    return members.every(({ name, fits, isRequired }) =>
      Object.hasOwn(value, name) ? fits(Reflect.get(value, name)) : !isRequired,
    )
  }
}
