import '@mantine/core/styles/Input.css'
import { Button, TextInput } from '@mantine/core'
import { SEARCH_MAX } from '@vehicle-control/protocol/limits'
import { useState, type SubmitEvent } from 'react'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'

interface ListSearchProps {
  /** Names the searched fields: «Placa, modelo o propietario». */
  label: string
  value: string
  onSearch: (q: string) => void
  /** Called to search again with the same text. */
  onAgain: () => void
}

/** The search field of a list; «Buscar» and Enter search. */
export function ListSearch({ label, value, onSearch, onAgain }: ListSearchProps) {
  const [draft, setDraft] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setDraft(value)
  }
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const q = draft.trim()
    if (q === value) onAgain()
    else onSearch(q)
  }
  return (
    <search>
      <form
        className="line"
        data-paper={value && `${ADMIN_TEXTS.list.search}: ${value}`}
        onSubmit={send}
      >
        <TextInput
          flex={1}
          miw={0}
          aria-label={label}
          placeholder={label}
          type="search"
          value={draft}
          maxLength={SEARCH_MAX}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {ADMIN_TEXTS.list.search}
        </Button>
      </form>
    </search>
  )
}
