import { useCallback, useState } from 'react'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { type Pause, pauseOf } from '../../live/pause.ts'
import type { DayWatch } from './day-watch.ts'

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
