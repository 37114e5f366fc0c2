import type { SessionUser } from '@vehicle-control/protocol'

const FACTOR_STATES = ['off', 'on', 'required'] as const

/** `required`: the hub serves this person's own account only, until the factor is on. */
export type FactorState = SessionUser['second_factor']

/** The person behind a stored user, whose shape was never agreed. */
export interface Person {
  /** Identifies the account: the hub's id, else the email; empty where the user has neither. */
  readonly id: string
  /** Empty where the user has none. */
  readonly name: string
  /** Lower case. */
  readonly roles: readonly string[]
  /** The account of a wall screen: it may look and change nothing. */
  readonly isKiosk: boolean
  readonly secondFactor: FactorState
}

/** Reads a stored user; anything else is a person without name and roles. */
export function readPerson(user: unknown): Person {
  const known: Record<string, unknown> = typeof user === 'object' ? { ...user } : {}
  const listed: unknown[] = Array.isArray(known['roles']) ? known['roles'] : []
  const roles = [known['role'], known['rol'], ...listed]
  const name = [known['name'], known['email']].find((one) => typeof one === 'string' && one !== '')
  const id = [known['id'], known['email']].find(
    (one) => typeof one === 'number' || typeof one === 'string',
  )
  return {
    id: id === undefined ? '' : String(id),
    name: typeof name === 'string' ? name : '',
    roles: roles.filter((role) => typeof role === 'string').map((role) => role.toLowerCase()),
    isKiosk: known['kiosk'] === true,
    secondFactor: FACTOR_STATES.find((one) => one === known['second_factor']) ?? 'off',
  }
}

/** True for administrators; it only hides what the hub would refuse. */
export function isAdmin(roles: readonly string[]): boolean {
  return roles.includes('admin') || roles.includes('superadmin')
}

/** True for those who may change vehicles, assets and agents; like `isAdmin` it only hides. */
export function mayEdit({ roles, isKiosk }: Pick<Person, 'roles' | 'isKiosk'>): boolean {
  return isAdmin(roles) && !isKiosk
}
