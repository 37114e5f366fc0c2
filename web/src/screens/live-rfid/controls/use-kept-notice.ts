import { useEffect } from 'react'
import { useStore } from '../../../browser/external-store.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { LIVE_CONTROLS_TEXTS } from '../../../texts/reads/live-controls.ts'
import type { DayWatch } from '../day-watch.ts'

/** Says once that the browser has no room to keep the day. */
export function useKeptNotice({ reads }: DayWatch): void {
  const dialogs = useDialogs()
  const isKept = useStore(reads.state, (state) => state.isKept)
  useEffect(() => {
    if (!isKept) dialogs.notify('warning', LIVE_CONTROLS_TEXTS.notKept)
  }, [isKept, dialogs])
}
