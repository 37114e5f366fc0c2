import type { ReadableStore } from './external-store.ts'

/** The session for which an address is kept when it ends. */
interface PlaceHolder {
  readonly state: ReadableStore<{ readonly id: string; readonly lastId: string }>
}

interface Place {
  readonly id: string
  readonly address: string
  /** A form stood there that was half filled: it is gone back to from any other address. */
  readonly isForm: boolean
}

const places = new WeakMap<PlaceHolder, Place>()

/**
 * Keeps where somebody was when their session expired: only in this page, and only for them. A form
 * goes before the screen that it is on, and no further: who has left it is back where they were later.
 */
export function leavePlace(session: PlaceHolder, address: string, isForm = false): void {
  const { id, lastId } = session.state.get()
  const left = places.get(session)
  const isOther = left?.id !== (id || lastId) || pathOf(left.address) !== pathOf(address)
  if (isForm || isOther || !left.isForm) {
    places.set(session, { id: id || lastId, address, isForm })
  }
}

/** Forgets a form's. */
export function forgetPlace(session: PlaceHolder): void {
  if (places.get(session)?.isForm) places.delete(session)
}

/** Where to go after a login: to `next`, with the query that the same person left it with. */
export function placeAfterLogin(session: PlaceHolder, next: string): string {
  const left = places.get(session)
  const isTheirs = left !== undefined && left.id !== '' && left.id === session.state.get().id
  return isTheirs && (left.isForm || pathOf(left.address) === pathOf(next)) ? left.address : next
}

/** The path of an address without its query. */
export function pathOf(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? ''
}
