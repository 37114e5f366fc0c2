import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import { type OptionsFilter, Select } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useApp } from '../../../app-parts.ts'
import type { KnownAgent } from '../../../live/known-agent.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { useMapAgents } from '../../../live/use-agents.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { LIVE_CONTROLS_TEXTS } from '../../../texts/reads/live-controls.ts'

const LABELS = LIVE_CONTROLS_TEXTS.filters
/** People search a longer list instead of reading it. */
const SHOWN_AGENTS = 50
/** The value of the option that says how many more there are; no agent has such a code. */
const MORE = '…'

interface AgentPickerProps {
  /** A code; empty: all agents. */
  value: string
  onChange: (code: string) => void
}

/** Searches the site's agents by name and code. It opens as it appears. */
export function AgentPicker({ value, onChange }: AgentPickerProps) {
  const { agents } = useLiveLink()
  useMapAgents(useApp(), 0)
  const [listed, setListed] = useState(() => agents.list())
  const field = useRef<HTMLInputElement>(null)
  // Only when their number changes: a burst of reads changes agents all the time.
  useEffect(() => {
    const follow = () =>
      setListed((before) => (before.length === agents.list().length ? before : agents.list()))
    return agents.subscribe(follow)
  }, [agents])
  const options = useMemo(() => optionsOf(listed, value), [listed, value])
  useEffect(() => {
    field.current?.focus()
    field.current?.click()
  }, [])
  return (
    <Select
      ref={field}
      label={LABELS.agent}
      placeholder={LABELS.searchAgent}
      nothingFoundMessage={LABELS.noAgents}
      data={options}
      limit={SHOWN_AGENTS}
      filter={shownOptions}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      value={value}
      onChange={(code) => onChange(code ?? '')}
      onDropdownOpen={() => setListed(agents.list())}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  )
}

/** Keeps a list short enough to read, and says how many agents it leaves out. */
const shownOptions: OptionsFilter = ({ options, search, limit }) => {
  const wanted = search.trim().toLowerCase()
  const found = options.filter((one) => 'label' in one && one.label.toLowerCase().includes(wanted))
  if (found.length <= limit) return found
  const label = LABELS.moreAgents(formatCount(found.length - limit))
  return [...found.slice(0, limit), { value: MORE, label, disabled: true }]
}

const byName = new Intl.Collator('es', { numeric: true, sensitivity: 'base' })

function optionsOf(agents: readonly KnownAgent[], chosen: string) {
  const named = agents.map(({ code, name }) => ({
    value: code,
    label: name === code ? code : `${name} (${code})`,
  }))
  // An address can name an agent that nobody knows.
  if (chosen !== '' && !agents.some(({ code }) => code === chosen)) {
    named.push({ value: chosen, label: chosen })
  }
  named.sort((a, b) => byName.compare(a.label, b.label))
  return [{ value: '', label: LABELS.allAgents }, ...named]
}
