import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useDialogs } from '../../dialogs/DialogsProvider.tsx'
import { TEXTS } from '../../texts/app.ts'
import type * as OpenSearch from './open-search.tsx'

const TAKES_TEXT = 'input, textarea, select, [contenteditable]'

let search: typeof OpenSearch | null = null

/** The search over everything, by the button, by Ctrl-K, and by «/» where nobody types. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const dialogs = useDialogs()
  const open = async () => {
    onOpen()
    try {
      // An import takes a turn even of what is there: letters that follow the key would come before it.
      search ??= await import('./open-search.tsx')
    } catch {
      return dialogs.notify('warning', TEXTS.failure.away)
    }
    search.openSearch(dialogs)
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
      size={36}
      aria-label={TEXTS.nav.search}
      title={TEXTS.nav.searchByKey}
      onClick={() => void open()}
    >
      <IconSearch size={18} aria-hidden />
    </ActionIcon>
  )
}
