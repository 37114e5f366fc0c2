import { TextInput } from '@mantine/core'
import { useDebounced } from './use-debounced.ts'

interface TextFilterProps {
  label: string
  value: string
  isUpperCase?: boolean
  onChange: (value: string) => void
}

/** A text to look for; it counts when the typing rests, or at Enter. */
export function TextFilter({ label, value, isUpperCase = false, onChange }: TextFilterProps) {
  const inCase = (text: string) => (isUpperCase ? text.toUpperCase() : text)
  const [draft, setDraft, commit] = useDebounced(value, onChange, (text) => text.trim())
  return (
    <TextInput
      label={label}
      value={draft}
      maxLength={120}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setDraft(inCase(event.currentTarget.value))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
