import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'

const LABELS = ADMIN_TEXTS.list

interface EmptyListProps {
  isSearch: boolean
  /** The list could not be loaded: nobody knows whether it has rows. */
  isFailed?: boolean
  /** The message for a list that has no rows at all, and what to do about that. */
  text?: string
  hint?: string | undefined
}

/** Says why a list has no rows. */
export function EmptyList({ isSearch, isFailed, text = LABELS.empty, hint }: EmptyListProps) {
  if (isFailed) return <p data-hint>{LABELS.failed}</p>
  const line = isSearch ? LABELS.noMatchHint : hint
  return (
    <>
      <p>{isSearch ? LABELS.noMatch : text}</p>
      {line && <p data-hint>{line}</p>}
    </>
  )
}
