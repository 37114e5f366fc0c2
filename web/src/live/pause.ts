import type { ScanEvent } from '@vehicle-control/protocol'
import { createStore, type ReadableStore, type Store } from '../browser/external-store.ts'

/** A table that a person has stopped. */
export interface Pause {
  /** Epoch milliseconds of the hub's clock. */
  readonly since: number
  /** What it showed of today at that moment. */
  readonly reads: readonly ScanEvent[]
}

/** The part of a session that tells when nobody is logged in any more. */
interface TokenHolder {
  readonly state: ReadableStore<{ readonly token: string | null }>
}

const pauses = new WeakMap<TokenHolder, Store<Pause | null>>()

/** The pause of the live table, null while it runs: one a session, which stays when the screen goes. */
export function pauseOf(session: TokenHolder): Store<Pause | null> {
  const known = pauses.get(session)
  if (known) return known
  const pause = createStore<Pause | null>(null)
  pauses.set(session, pause)
  session.state.subscribe(() => {
    if (session.state.get().token === null) pause.set(null)
  })
  return pause
}
