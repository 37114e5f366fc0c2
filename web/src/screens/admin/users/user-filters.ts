import type { Role, UserState } from '@vehicle-control/protocol'
import { useSearchParams } from 'react-router-dom'
import { useAddressChange } from './use-address-change.ts'

/** The roles in the order of their lists. */
export const ROLES = ['operator', 'admin', 'superadmin'] as const satisfies Role[]
/** The states in the order of their lists. */
export const STATES = ['active', 'invited', 'disabled', 'wall'] as const satisfies UserState[]

/** The parameters of an address that narrow the list. */
type FilterName = 'rol' | 'estado'

/** What an address narrows the list to; null is all, also for a value that does not exist. */
export function readUserFilters(search: URLSearchParams) {
  return {
    role: ROLES.find((role) => role === search.get('rol')) ?? null,
    state: STATES.find((state) => state === search.get('estado')) ?? null,
  }
}

/** Keeps the chosen role and state in the address; a change goes to the first page. */
export function useUserFilters() {
  const [search] = useSearchParams()
  const change = useAddressChange()
  return {
    ...readUserFilters(search),
    /** Empty: all. */
    choose: (name: FilterName, value: string) => change({ [name]: value }),
  }
}
