import type { Session } from '../api/auth/session.ts'
import type { Clock } from '../browser/clock.ts'
import { forgetPlace, leavePlace } from '../browser/left-place.ts'

/** The parts of the app that a draft belongs to. */
export interface DraftHolder {
  readonly session: Session
  readonly clock: Clock
}

/** What a form's fields held, by their names. */
export type DraftFields = Readonly<Record<string, unknown>>

interface Kept {
  readonly id: string
  readonly name: string
  readonly fields: DraftFields
  readonly forget: () => void
}

/** Long enough to log in again, and too short for the next shift to find anything. */
export const KEPT_MS = 30 * 60_000

const kept = new WeakMap<Session, Kept>()

/**
 * Keeps what was typed in a form as its session ended, with the address that leads to the form: in
 * the memory of this page alone, one form at a time, for the same person, and for half an hour.
 * Call it as the session ends; where nobody is known to have been logged in it keeps nothing.
 */
export function keepDraft(
  { session, clock }: DraftHolder,
  { name, fields, address }: { name: string; fields: DraftFields; address: string },
): void {
  kept.get(session)?.forget()
  const id = session.state.get().lastId
  if (id === '') return
  const forget = () => {
    cancel()
    unsubscribe()
    kept.delete(session)
    forgetPlace(session)
  }
  const cancel = clock.after(KEPT_MS, forget)
  const unsubscribe = session.state.subscribe(() => {
    const now = session.state.get()
    // Somebody else, or the same person who then left by «Salir».
    if (now.token === null ? now.ended === 'logout' : now.id !== id) forget()
  })
  kept.set(session, { id, name, fields, forget })
  leavePlace(session, address, true)
}

/** True while anything is kept. */
export function hasDraft({ session }: DraftHolder): boolean {
  return kept.has(session)
}

/** The fields that are kept under this name for who is logged in now; null: none. */
export function draftOf({ session }: DraftHolder, name: string): DraftFields | null {
  const draft = kept.get(session)
  return draft?.name === name && draft.id === session.state.get().id ? draft.fields : null
}

/** The same, which are then kept no longer. */
export function takeDraft(app: DraftHolder, name: string): DraftFields | null {
  const fields = draftOf(app, name)
  if (fields !== null) kept.get(app.session)?.forget()
  return fields
}
