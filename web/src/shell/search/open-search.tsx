import type { Dialogs } from '../../dialogs/dialogs.ts'
import { SEARCH_TEXTS } from '../../texts/search.ts'
import { SearchPanel } from './SearchPanel.tsx'
import { accented, createTyped } from './typed-ahead.ts'

/** Some dialog is open, in which somebody may be writing. */
const DIALOG = '[role="dialog"][aria-modal="true"], [role="alertdialog"]'

/**
 * Opens the search, unless a dialog is open: with what is being typed into `ahead`, which keeps the focus
 * until the search's field has it. In the end the focus goes back to `from`.
 */
export async function openSearch(
  dialogs: Dialogs,
  ahead: HTMLInputElement,
  from: HTMLElement,
): Promise<void> {
  const takeTyped = createTyped(ahead, from)
  // What the dialog needs is fetched first, so that little time is left between an accent and its letter.
  await import('../../dialogs/mantine-surface.tsx')
  await accented(ahead)
  if (document.querySelector(DIALOG)) return void takeTyped()
  dialogs.open({
    title: SEARCH_TEXTS.title,
    isAtTop: true,
    onFailed: takeTyped,
    content: (close) => <SearchPanel takeTyped={takeTyped} onClose={close} />,
  })
}
