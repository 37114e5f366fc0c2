import type { ScanEvent } from '@vehicle-control/protocol'
import { type PersonHolder, onLogout } from '../browser/on-logout.ts'
import { createStore, type Store } from '../browser/external-store.ts'

/** A table that a person has stopped. */
export interface Pause {
  /** Epoch milliseconds of the hub's clock. */
  readonly since: number
  /** The reads of today that the table showed at that moment. */
  readonly reads: readonly ScanEvent[]
}

const pauses = new WeakMap<PersonHolder, Store<Pause | null>>()

/**
 * The pause of the live table, null while it runs: one for each session, kept when the screen is
 * left.
 */
export function pauseOf(session: PersonHolder): Store<Pause | null> {
  const known = pauses.get(session)
  if (known) return known
  const pause = createStore<Pause | null>(null)
  pauses.set(session, pause)
  onLogout(session, () => pause.set(null))
  return pause
}
