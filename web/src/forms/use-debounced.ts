import { useEffect, useEffectEvent, useState } from 'react'
import { useApp } from '../app-parts.ts'

const REST_MS = 400

/**
 * Calls `onRest` with a typed text when typing pauses; `commit` does so at once. A new `value` from
 * outside replaces the text.
 */
export function useDebounced(
  value: string,
  onRest: (value: string) => void,
  clean: (draft: string) => string = (draft) => draft,
): [draft: string, setDraft: (draft: string) => void, commit: () => void] {
  const { clock } = useApp()
  const [draft, setDraft] = useState(value)
  const [known, setKnown] = useState(value)
  const cleaned = clean(draft)
  if (value !== known) {
    setKnown(value)
    if (cleaned !== value) setDraft(value)
  }
  const commit = () => {
    if (cleaned !== value) onRest(cleaned)
  }
  const rest = useEffectEvent(commit)
  useEffect(() => clock.after(REST_MS, () => rest()), [cleaned, clock])
  return [draft, setDraft, commit]
}
