import { useEffect } from 'react'

const TAKES_TEXT =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"])'
const DIALOG = '[role="dialog"], [role="alertdialog"], dialog[open]'

/** Calls `refresh` on a plain R, except where somebody types or a dialog is open. */
export function useRefreshKey(isEnabled: boolean, refresh: () => void): void {
  useEffect(() => {
    if (!isEnabled) return
    const onKey = (event: KeyboardEvent) => {
      const { key, target, repeat, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'r' || repeat || ctrlKey || metaKey || altKey || shiftKey) return
      if (target instanceof Element && target.closest(TAKES_TEXT)) return
      if (document.querySelector(DIALOG)) return
      refresh()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isEnabled, refresh])
}
