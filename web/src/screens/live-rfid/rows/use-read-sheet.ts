import type { ScanEvent } from '@vehicle-control/protocol'
import { useLayoutEffect, useRef } from 'react'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import type { DayWatch } from '../day-watch.ts'

interface ReadSheetOptions {
  watch: DayWatch
  reads: readonly ScanEvent[]
  /** The list must not move while a sheet lies over it. */
  onHeld: (by: 'sheet', isHeld: boolean) => void
  /** Puts the focus on the row at this place. */
  go: (index: number) => void
}

/** Opens a read's sheet, one at a time; when it goes the focus is on that read's row again. */
export function useReadSheet({ watch, reads, onHeld, go }: ReadSheetOptions) {
  const dialogs = useDialogs()
  const isOpen = useRef(false)
  const now = useRef({ reads, go })
  useLayoutEffect(() => {
    now.current = { reads, go }
  })
  return async (read: ScanEvent) => {
    if (isOpen.current) return
    isOpen.current = true
    const onFailed = () => {
      isOpen.current = false
    }
    const part = await import('./sheet/open-sheet.tsx').catch(onFailed)
    part?.openSheet(dialogs, {
      read,
      watch,
      onFailed,
      onShown: () => onHeld('sheet', true),
      onGone() {
        isOpen.current = false
        const place = now.current.reads.findIndex(({ id }) => id === read.id)
        if (place >= 0) now.current.go(place)
        onHeld('sheet', false)
      },
    })
  }
}
