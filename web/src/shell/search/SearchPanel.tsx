import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Combobox.css'
import { Button, Combobox, TextInput, useCombobox } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useDebounced } from '../../forms/use-debounced.ts'
import { SEARCH_TEXTS as TEXTS } from '../../texts/search.ts'
import { type Found, useFound } from './found.ts'
import classes from './search.module.css'

interface SearchPanelProps {
  /** Gives what was typed until the field has the focus. */
  takeTyped: () => string
  onClose: () => void
}

/** Finds a vehicle, an asset, an agent or a screen by a text, and goes there. */
export function SearchPanel({ takeTyped, onClose }: SearchPanelProps) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState('')
  const [draft, setDraft, ask] = useDebounced(asked, setAsked, (typed) => typed.trim())
  const text = draft.trim()
  const found = useFound(text, asked)
  /** Enter was pressed before anything was found: the first thing that is opens by itself. */
  const [isEager, setEager] = useState(false)
  const box = useCombobox({ opened: true, onDropdownClose: onClose })
  // Closed before its field had the focus.
  useEffect(() => () => void takeTyped(), [takeTyped])
  const hasHits = found.groups.length > 0
  const chooseFirst = useEffectEvent(() => {
    // Without keys nobody presses Enter on what nothing was typed for.
    if (text === '' && matchMedia('(hover: none)').matches) box.resetSelectedOption()
    else box.selectFirstOption()
  })
  // What comes later is below it: a choice that somebody has made stays.
  useEffect(() => chooseFirst(), [text, hasHits])
  const goFirst = useEffectEvent(() => box.clickSelectedOption())
  useEffect(() => {
    if (isEager && hasHits) goFirst()
  }, [isEager, hasHits])
  return (
    <Combobox
      store={box}
      classNames={{ groupLabel: classes.kind }}
      onOptionSubmit={(path) => {
        onClose()
        void navigate(path)
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          className={classes.field}
          pt={2}
          type="search"
          aria-label={TEXTS.label}
          placeholder={TEXTS.label}
          leftSection={<i className="search-icon" />}
          value={draft}
          onFocus={() => {
            const ahead = takeTyped()
            if (ahead && !draft) setDraft(ahead)
          }}
          onChange={({ currentTarget }) => {
            setEager(false)
            setDraft(currentTarget.value)
          }}
          onKeyDown={({ key }) => {
            if (key !== 'Enter' || hasHits) return
            ask()
            setEager(true)
          }}
        />
      </Combobox.EventsTarget>
      <Status text={text} found={found} />
      <Combobox.Options aria-label={TEXTS.results} className={classes.list}>
        {found.groups.map(({ title, hits }) => (
          <Combobox.Group key={title} label={title}>
            {hits.map(({ path, name, detail }) => (
              <Combobox.Option key={path} value={path} className={classes.hit}>
                <span className="strong">{name}</span>
                {detail && <span className="hint">{detail}</span>}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
    </Combobox>
  )
}

interface StatusProps {
  text: string
  found: Found
}

/** How the search goes, for those who see it and those who hear it. */
function Status({ text, found: { groups, isCut, isBusy, hasFailed, retry } }: StatusProps) {
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  const words = () => {
    if (isBusy) return TEXTS.busy
    if (text === '') return TEXTS.hint
    if (hasFailed) return ''
    if (isCut) return TEXTS.first(count)
    return count === 0 ? TEXTS.none(text) : TEXTS.count(count)
  }
  return (
    <>
      <output className={classes.status}>{words()}</output>
      {hasFailed && !isBusy && (
        <div role="alert" className={classes.failed}>
          {TEXTS.failed}
          <Button variant="default" size="compact-sm" onClick={retry}>
            {TEXTS.retry}
          </Button>
        </div>
      )}
    </>
  )
}
