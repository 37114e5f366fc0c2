import { type PersonHolder, whenPersonLeaves } from '../browser/person-leaves.ts'
import { forgetReads } from './day-keys.ts'

/** Keeps the day's reads in this browser only for whom they were shown to, and as long as they are there. */
export function forgetReadsOfOthers(session: PersonHolder, storage: Storage): void {
  const forget = () => forgetReads(storage)
  if (session.state.get().token === null) forget()
  whenPersonLeaves(session, forget)
}
