import { invalidField } from '../errors.ts'

/**
 * JSON of an answer for the caller: for a wall screen that is not told who owns what, whatever is called
 * `owner` is null. Here, for all calls at once, so that none can forget it.
 */
export function jsonFor({ seesOwners }: { seesOwners: boolean }, value: unknown): string {
  return seesOwners ? JSON.stringify(value) : JSON.stringify(value, hideOwner)
}

const hideOwner = (key: string, value: unknown) => (key === 'owner' ? null : value)

/** 400 where a caller that is not told owners looks for one: what is found would tell it. */
export function requireOwners({ seesOwners }: { seesOwners: boolean }): void {
  if (seesOwners) return
  const message = 'Esta cuenta no ve propietarios; quita este filtro'
  throw invalidField('owner', message, message)
}
