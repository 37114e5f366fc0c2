import type { ScanEvent } from '@vehicle-control/protocol'
import type { Dialogs } from '../../../../dialogs/dialogs.ts'
import { LIVE_SHEET_TEXTS } from '../../../../texts/reads/live-sheet.ts'
import type { DayWatch } from '../../day-watch.ts'
import { ReadSheet } from './ReadSheet.tsx'

interface SheetOptions {
  read: ScanEvent
  watch: DayWatch
  /** It stands in the page. */
  onShown: () => void
  /** It is out of the page again. */
  onGone: () => void
  /** It could not be loaded. */
  onFailed: () => void
}

/** Opens the sheet of one read: whole, whatever a column of the table cuts. */
export function openSheet(dialogs: Dialogs, options: SheetOptions): void {
  const { read, watch, onShown, onGone, onFailed } = options
  dialogs.open({
    title: LIVE_SHEET_TEXTS.title,
    isSheet: true,
    onFailed,
    content: (close) => (
      <ReadSheet read={read} watch={watch} close={close} onShown={onShown} onGone={onGone} />
    ),
  })
}
