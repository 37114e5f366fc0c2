/** A key whose value decides which other keys its object may hold, such as a reader's `type`. */
export interface Choice {
  key: string
  /** The fault of a value that is no object, such as "debe ser un objeto con id y type". */
  object: string
  /** The word for a value, such as "reader type". */
  noun: string
  supported: readonly string[]
}

/** The fault of a value that is none of the choices, followed by the choices. */
export function describeChoiceFault(input: unknown, choice: Choice): string {
  const use = `use ${choice.supported.join(' o ')}`
  if (typeof input !== 'object' || input === null) return choice.object
  const value: unknown = Reflect.get(input, choice.key)
  if (typeof value !== 'string') return `falta; ${use}`
  return `${JSON.stringify(value.slice(0, 32))} no es ${choice.noun}; ${use}`
}
