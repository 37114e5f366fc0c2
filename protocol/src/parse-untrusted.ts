import { z } from 'zod'

/**
 * `schema.safeParse` for what comes from another process. zod compares the `length` of whatever it is
 * given before it looks at its type, and throws a TypeError when JSON made that length an object. Such
 * input is refused here like any other that does not fit.
 */
export function parseUntrusted<T extends z.ZodType>(
  schema: T,
  input: unknown,
  params?: z.core.ParseContext<z.core.$ZodIssue>,
): z.ZodSafeParseSuccess<z.output<T>> | z.ZodSafeParseError<unknown> {
  try {
    return schema.safeParse(input, params)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  try {
    const { error } = schema.safeParse(withoutLengths(input), params)
    if (error) return { success: false, error }
  } catch {
    // Nested too deep to be walked: the field cannot be named, and the input is refused all the same.
  }
  const issue = { code: 'custom' as const, path: [], message: 'Invalid input', input }
  return { success: false, error: new z.ZodError([issue]) }
}

/** A copy in which no object has a `length` that is an object, for the issues that name the fields. */
function withoutLengths(input: unknown): unknown {
  const text = JSON.stringify(input)
  return JSON.parse(text, (key, value: unknown) =>
    key === 'length' && typeof value === 'object' ? undefined : value,
  )
}

/**
 * True when a JSON text nests deeper than `limit`. Looks at the text before it is parsed: a frame of
 * 128 KiB can hold 65,000 levels, on which a recursive parser overflows its stack.
 */
export function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i)
    if (inString) {
      if (c === 0x5c) i++
      else if (c === 0x22) inString = false
    } else if (c === 0x22) inString = true
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > limit) return true
    } else if (c === 0x5d || c === 0x7d) depth--
  }
  return false
}
