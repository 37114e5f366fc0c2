import { useEffect } from 'react'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import type { ScanWatch } from '../../../map/scans/scan-watch.ts'
import { MAP_TEXTS } from '../../../texts/map.ts'

/** As long as one stands: more of them would pile up. */
const NOTICE_EVERY_MS = 2200

/** Says which tag was read where; of many reads in a row, one at a time. */
export function useScanNotices(scans: ScanWatch): void {
  const dialogs = useDialogs()
  useEffect(() => {
    let saidAt = -Infinity
    return scans.subscribe((batch) => {
      const read = batch.findLast(({ kind }) => kind === 'read')
      const now = performance.now()
      if (!read || now - saidAt < NOTICE_EVERY_MS) return
      saidAt = now
      dialogs.notify('toast', MAP_TEXTS.scanned(read.uid, read.name))
    })
  }, [scans, dialogs])
}
