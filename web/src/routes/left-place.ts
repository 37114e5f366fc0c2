import type { SessionState } from '../api/auth/session.ts'
import type { ReadableStore } from '../browser/external-store.ts'
import { pathOf } from './next-path.ts'

/** The session for which an address is kept when it ends. */
interface PlaceHolder {
  readonly state: ReadableStore<Pick<SessionState, 'id' | 'lastId'>>
}

const places = new WeakMap<PlaceHolder, { readonly id: string; readonly address: string }>()

/** Keeps where somebody was when their session expired: only in this page, and only for them. */
export function leavePlace(session: PlaceHolder, address: string): void {
  places.set(session, { id: session.state.get().lastId, address })
}

/** Where to go after a login: to `next`, with the query that the same person left it with. */
export function placeAfterLogin(session: PlaceHolder, next: string): string {
  const left = places.get(session)
  const isTheirs = left !== undefined && left.id !== '' && left.id === session.state.get().id
  return isTheirs && pathOf(left.address) === pathOf(next) ? left.address : next
}
