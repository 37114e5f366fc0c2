/** The choices of a key that decides what the rest of its object may hold. */
export interface Choice {
  key: string
  /** What the object must be, for one that is no object. */
  object: string
  /** What a value names, such as "reader type". */
  noun: string
  supported: readonly string[]
  /** Values of the design that this version has no code for. */
  planned: ReadonlySet<string>
}

/** What is wrong with a choice, and the ones that there are. */
export function describeChoiceFault(input: unknown, choice: Choice): string {
  const use = `use ${choice.supported.join(' or ')}`
  if (typeof input !== 'object' || input === null) return choice.object
  const value: unknown = Reflect.get(input, choice.key)
  if (typeof value !== 'string') return `is missing; ${use}`
  if (choice.planned.has(value)) return `"${value}" is not supported by this version; ${use}`
  return `${JSON.stringify(value.slice(0, 32))} is no ${choice.noun}; ${use}`
}
