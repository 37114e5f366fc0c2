import type { Dialogs } from '../../dialogs/dialogs.ts'
import { SEARCH_TEXTS } from '../../texts/search.ts'
import { SearchPanel } from './SearchPanel.tsx'
import { typeAhead } from './type-ahead.ts'

/** Some dialog is open, in which somebody may be writing. */
const DIALOG = '[role="dialog"][aria-modal="true"], [role="alertdialog"]'

/** Where it was pressed, and has not opened yet. */
const opening = new WeakSet<Dialogs>()

/** Opens the search with what is typed already, unless a dialog is open. */
export function openSearch(dialogs: Dialogs, typed: string): void {
  if (opening.has(dialogs) || document.querySelector(DIALOG)) return
  const takeTyped = typeAhead(typed)
  opening.add(dialogs)
  const opened = () => void opening.delete(dialogs)
  dialogs.open({
    title: SEARCH_TEXTS.title,
    isAtTop: true,
    onFailed: () => {
      takeTyped()
      opened()
    },
    content: (close) => <SearchPanel takeTyped={takeTyped} onShown={opened} onClose={close} />,
  })
}
