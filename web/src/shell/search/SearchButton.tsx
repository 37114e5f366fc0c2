import { ActionIcon } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useDialogs } from '../../dialogs/DialogsProvider.tsx'
import { TEXTS } from '../../texts/app.ts'

const TAKES_TEXT = 'input, textarea, select, [contenteditable]'

/** Takes what quick hands write before the field of the search is there; new each time. */
let ahead = document.createElement('input')

/** The search over everything, by the button, by Ctrl-K, and by «/» where nobody types. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const dialogs = useDialogs()
  const open = async () => {
    onOpen()
    if (ahead.isConnected || document.querySelector('[aria-modal]')) return
    const from = document.activeElement as HTMLElement
    ahead = document.createElement('input')
    ahead.className = 'visually-hidden'
    ahead.ariaLabel = TEXTS.nav.search
    document.body.append(ahead)
    ahead.focus({ preventScroll: true })
    try {
      const { openSearch } = await import('./open-search.tsx')
      await openSearch(dialogs, ahead, from)
    } catch {
      ahead.remove()
      from.focus()
      dialogs.notify('warning', TEXTS.failure.away)
    }
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event
    const isAsked =
      ctrlKey || metaKey ? key === 'k' : key === '/' && !document.activeElement?.closest(TAKES_TEXT)
    if (!isAsked) return
    // The browser has a search of its own on these keys.
    event.preventDefault()
    void open()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <ActionIcon
      className="on-ink"
      variant="default"
      aria-label={TEXTS.nav.search}
      title={TEXTS.nav.searchByKey}
      onClick={() => void open()}
    >
      <i className="search-icon" />
    </ActionIcon>
  )
}
