import { type PersonHolder, onLogout } from '../browser/on-logout.ts'
import { forgetReads } from './day-keys.ts'

/** Removes the day's stored reads when the person who saw them leaves, or has left before. */
export function forgetReadsOfOthers(session: PersonHolder, storage: Storage): void {
  const forget = () => forgetReads(storage)
  if (session.state.get().token === null) forget()
  onLogout(session, forget)
}
