import { type PersonHolder, whenPersonLeaves } from '../browser/person-leaves.ts'
import { forgetReads } from './day-keys.ts'

/** Removes the day's stored reads when the person who saw them leaves, or has left before. */
export function forgetReadsOfOthers(session: PersonHolder, storage: Storage): void {
  const forget = () => forgetReads(storage)
  if (session.state.get().token === null) forget()
  whenPersonLeaves(session, forget)
}
