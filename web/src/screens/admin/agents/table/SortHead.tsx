import { UnstyledButton } from '@mantine/core'
import type { AgentSort, SortKey } from './agent-order.ts'
import classes from './table.module.css'

interface SortHeadProps {
  label: string
  by: SortKey
  sort: AgentSort
  onSort: (sort: AgentSort) => void
}

/**
 * A column head that sorts by its column; a second press reverses the order. On cards it names the
 * cells for who hears them, and sorts nothing.
 */
export function SortHead({ label, by, sort, onSort }: SortHeadProps) {
  const isOn = sort.key === by
  return (
    <>
      <span className={classes.cardHead}>{label}</span>
      <UnstyledButton
        className={classes.sort}
        onClick={() => onSort({ key: by, isDown: isOn && !sort.isDown })}
      >
        {label}
        <span aria-hidden>{isOn ? (sort.isDown ? '▼' : '▲') : '↕'}</span>
      </UnstyledButton>
    </>
  )
}
