/** A key whose value decides which other keys its object may hold, such as a reader's `type`. */
export interface Choice {
  key: string
  /** The fault of a value that is no object, such as "must be an object with id and type". */
  object: string
  /** The word for a value, such as "reader type". */
  noun: string
  supported: readonly string[]
  /** Values of the design that this version has no code for. */
  planned?: ReadonlySet<string>
}

/** The fault of a value that is none of the choices, followed by the choices. */
export function describeChoiceFault(input: unknown, choice: Choice): string {
  const use = `use ${choice.supported.join(' or ')}`
  if (typeof input !== 'object' || input === null) return choice.object
  const value: unknown = Reflect.get(input, choice.key)
  if (typeof value !== 'string') return `is missing; ${use}`
  if (choice.planned?.has(value)) return `"${value}" is not supported by this version; ${use}`
  return `${JSON.stringify(value.slice(0, 32))} is no ${choice.noun}; ${use}`
}
