import { randomBytes } from 'node:crypto'

const NAME_MAX_LENGTH = 36

/** An id for what an input opens; it tells which one did, and no other opening has it. */
export function openingId(input: string): string {
  const name = input.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, NAME_MAX_LENGTH)
  return `input-${name}-${randomBytes(10).toString('hex')}`
}
