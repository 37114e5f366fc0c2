import { TextInput } from '@mantine/core'
import { SEARCH_MAX } from '@vehicle-control/protocol/limits'
import compact from './compact-field.module.css'
import { upperCase } from './upper-case.ts'
import { useDebounced } from './use-debounced.ts'

interface TextFilterProps {
  label: string
  title?: string
  value: string
  isUpperCase?: boolean
  /** The label is inside the field, and above its text once there is any: for a row of controls. */
  isCompact?: boolean
  onChange: (value: string) => void
}

/** A field whose text is applied when typing pauses, at Enter, or when the field is left. */
export function TextFilter(props: TextFilterProps) {
  const { label, title, value, isUpperCase = false, isCompact = false, onChange } = props
  const [draft, setDraft, commit] = useDebounced(value, onChange, (text) => text.trim())
  return (
    <TextInput
      {...(isCompact && { classNames: compact, placeholder: ' ' })}
      label={label}
      title={title}
      value={draft}
      maxLength={SEARCH_MAX}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget: field }) => {
        if (isUpperCase) upperCase(field)
        setDraft(field.value)
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
