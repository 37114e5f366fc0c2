import type { Dialogs } from '../../dialogs/dialogs.ts'
import { SEARCH_TEXTS } from '../../texts/search.ts'
import { SearchPanel } from './SearchPanel.tsx'

/** Some dialog is open, in which somebody may be writing. */
const DIALOG = '[role="dialog"][aria-modal="true"], [role="alertdialog"]'

/** A second press, before the first one has opened it. */
let isOpening = false

/** Opens the search, unless a dialog is open. */
export function openSearch(dialogs: Dialogs): void {
  if (isOpening || document.querySelector(DIALOG)) return
  isOpening = true
  dialogs.open({
    title: SEARCH_TEXTS.title,
    isAtTop: true,
    onFailed: () => (isOpening = false),
    content: (close) => <SearchPanel onShown={() => (isOpening = false)} onClose={close} />,
  })
}
