import '@mantine/core/styles/Input.css'
import { NativeSelect } from '@mantine/core'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import { type AgentSort, SORTS } from './agent-order.ts'
import classes from './table.module.css'

const LABELS = AGENTS_TEXTS.sort

interface SortFieldProps {
  sort: AgentSort
  onSort: (sort: AgentSort) => void
}

/** The order of the cards of a phone, which have no heads to press. */
export function SortField({ sort, onSort }: SortFieldProps) {
  const options = SORTS.flatMap((key) => {
    const label = AGENTS_TEXTS.columns[key]
    return [
      { value: key, label: LABELS.up(label) },
      { value: `-${key}`, label: LABELS.down(label) },
    ]
  })
  return (
    <NativeSelect
      className={classes.sortField}
      aria-label={LABELS.label}
      data={options}
      value={(sort.isDown ? '-' : '') + sort.key}
      onChange={({ currentTarget: { value } }) => {
        const key = SORTS.find((one) => value.replace('-', '') === one)
        if (key) onSort({ key, isDown: value.startsWith('-') })
      }}
    />
  )
}
