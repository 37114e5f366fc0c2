import { randomBytes } from 'node:crypto'

const NAME_MAX_LENGTH = 36

/** A unique id for an opening by an input, which holds the name of that input. */
export function openingId(input: string): string {
  const name = input.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, NAME_MAX_LENGTH)
  return `input-${name}-${randomBytes(10).toString('hex')}`
}
