import type { ScanEvent } from '@vehicle-control/protocol'
import { useCallback, useState } from 'react'
import { useApp } from '../../app-parts.ts'
import { createStore, type Store, useStore } from '../../browser/external-store.ts'
import { onLogout, type PersonHolder } from '../../browser/on-logout.ts'
import type { DayWatch } from './day-watch.ts'

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

/** The pause, and its button. */
export interface PauseControl {
  /** Null while the table runs. */
  readonly pause: Pause | null
  /** It began before this screen was opened. */
  readonly isOlder: boolean
  /** Stops the table, or lets it go on. */
  readonly toggle: () => void
}

/** The pause of this session. */
export function usePause(watch: DayWatch): PauseControl {
  const store = pauseOf(useApp().session)
  const [atFirst] = useState(store.get)
  const pause = useStore(store, (now) => now)
  const toggle = useCallback(() => {
    if (store.get()) {
      store.set(null)
      watch.fillGap()
    } else store.set({ since: watch.now(), reads: watch.reads.state.get().reads })
  }, [store, watch])
  return { pause, isOlder: pause !== null && pause === atFirst, toggle }
}
