import { invalidField } from '../errors.ts'

/**
 * The JSON of an answer. For a kiosk account that is not told owners every property `owner` is
 * null: it is done here for all calls, so that none can forget it.
 */
export function jsonFor({ seesOwners }: { seesOwners: boolean }, value: unknown): string {
  return seesOwners ? JSON.stringify(value) : JSON.stringify(value, hideOwner)
}

const hideOwner = (key: string, value: unknown) => (key === 'owner' ? null : value)

/** 400 where a caller that is not told owners searches by one: what is found would tell it. */
export function requireOwners({ seesOwners }: { seesOwners: boolean }): void {
  if (seesOwners) return
  const message = 'Esta cuenta no ve propietarios; quita este filtro'
  throw invalidField('owner', message, message)
}
