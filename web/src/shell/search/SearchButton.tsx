import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useDialogs } from '../../dialogs/DialogsProvider.tsx'
import { TEXTS } from '../../texts/app.ts'

const TAKES_TEXT = 'input, textarea, select, [contenteditable]'

/** The search over everything, by the button, by Ctrl-K, and by «/» where nobody types. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const dialogs = useDialogs()
  const open = () => {
    onOpen()
    import('./open-search.tsx').then(
      ({ openSearch }) => openSearch(dialogs),
      () => dialogs.notify('warning', TEXTS.failure.away),
    )
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, target } = event
    const isAsked =
      ctrlKey || metaKey
        ? key === 'k'
        : key === '/' && !(target instanceof Element && target.closest(TAKES_TEXT))
    if (!isAsked) return
    // The browser has a search of its own on these keys.
    event.preventDefault()
    open()
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
      onClick={open}
    >
      <IconSearch size={18} aria-hidden />
    </ActionIcon>
  )
}
