import '@mantine/core/styles/Input.css'
import { Button, Group, TextInput } from '@mantine/core'
import { useRef, useState, type SyntheticEvent } from 'react'
import { DIALOG_TEXTS } from '../texts/dialogs.ts'
import { type Entry, entryFault } from './entry.ts'

const KEYBOARDS = { text: 'text', email: 'email', url: 'url' } as const

interface EntryFormProps {
  entry: Entry
  /** Called with the value, trimmed, or with null where the person cancels. */
  onAnswer: (value: string | null) => void
}

/** The field of a dialog that asks for one value; a faulty one keeps it open. */
export function EntryForm({ entry, onAnswer }: EntryFormProps) {
  const [value, setValue] = useState(entry.initial ?? '')
  const [fault, setFault] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const accept = (event: SyntheticEvent) => {
    event.preventDefault()
    const found = entryFault(entry, value.trim())
    setFault(found)
    if (found === null) onAnswer(value.trim())
    else field.current?.focus()
  }
  return (
    <form noValidate onSubmit={accept}>
      <TextInput
        ref={field}
        label={entry.text}
        // No `type`: with that of an address, scripts could not set the cursor, and it would trim
        // by itself.
        inputMode={KEYBOARDS[entry.type ?? 'text']}
        autoComplete="off"
        aria-required={entry.isRequired}
        data-autofocus
        value={value}
        error={fault}
        onChange={(event) => {
          setValue(event.currentTarget.value)
          setFault(null)
        }}
      />
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={() => onAnswer(null)}>
          {DIALOG_TEXTS.cancel}
        </Button>
        <Button type="submit">{DIALOG_TEXTS.accept}</Button>
      </Group>
    </form>
  )
}
