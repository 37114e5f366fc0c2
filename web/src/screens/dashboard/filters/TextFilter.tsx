import { TextInput } from '@mantine/core'
import { useDebounced } from './use-debounced.ts'

interface TextFilterProps {
  label: string
  value: string
  isUpperCase?: boolean
  onChange: (value: string) => void
}

/** A text to look for; it counts when the typing rests, at Enter, or when the field is left. */
export function TextFilter({ label, value, isUpperCase = false, onChange }: TextFilterProps) {
  const [draft, setDraft, commit] = useDebounced(value, onChange, (text) => text.trim())
  return (
    <TextInput
      label={label}
      value={draft}
      maxLength={120}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget: field }) => {
        if (isUpperCase) raise(field)
        setDraft(field.value)
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}

/** In upper case with the caret where it was: React would put it at the end. */
function raise(field: HTMLInputElement): void {
  const { selectionStart, value } = field
  if (value === value.toUpperCase()) return
  field.value = value.toUpperCase()
  field.setSelectionRange(selectionStart, selectionStart)
}
