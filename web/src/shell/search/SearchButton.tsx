import { ActionIcon } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useDialogs } from '../../dialogs/DialogsProvider.tsx'
import { TEXTS } from '../../texts/app.ts'
import type * as OpenSearch from './open-search.tsx'

const TAKES_TEXT = 'input, textarea, select, [contenteditable]'
/** Takes what quick hands write before the code of the search is there. */
const ahead = document.createElement('input')
ahead.className = 'visually-hidden'
ahead.ariaLabel = TEXTS.nav.search

let search: typeof OpenSearch | null = null

/** The search over everything, by the button, by Ctrl-K, and by «/» where nobody types. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const dialogs = useDialogs()
  const open = async () => {
    onOpen()
    if (document.querySelector('[aria-modal]')) return
    const { activeElement } = document
    try {
      // An import takes a turn even of what is there: letters would come before it.
      if (!search) {
        document.body.append(ahead)
        ahead.focus({ preventScroll: true })
        search = await import('./open-search.tsx')
      }
    } catch {
      return dialogs.notify('warning', TEXTS.failure.away)
    } finally {
      const isHere = document.activeElement === ahead
      ahead.remove()
      // Whoever went elsewhere meanwhile stays there.
      if (isHere) (activeElement as HTMLElement).focus()
    }
    search.openSearch(dialogs, ahead.value)
    ahead.value = ''
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
