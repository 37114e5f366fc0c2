import { Box } from '@mantine/core'
import { useId } from 'react'
import { formatCount } from '../../../../site-time/site-time.ts'
import { IMPORT_TEXTS as TEXTS } from '../../../../texts/admin/admin-import.ts'

/** How many lines are listed; the file to correct has all of them. */
const LINES_SHOWN = 100

interface FaultyRowsProps {
  /** «3 filas se dejan fuera:» */
  title: (count: string, isOne: boolean) => string
  rows: readonly { readonly line: number; readonly reason: string }[]
}

/** Rows that are not imported, with their lines and reasons; nothing where there are none. */
export function FaultyRows({ title, rows }: FaultyRowsProps) {
  const id = useId()
  if (rows.length === 0) return null
  return (
    <section>
      <Box component="h3" id={id} className="strong" mb="0.35rem" fz="0.9375rem">
        {title(formatCount(rows.length), rows.length === 1)}
      </Box>
      {/* A region that scrolls has to be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <Box
        component="ul"
        className="box anywhere"
        mah="12rem"
        p="0.5rem 0.75rem"
        fz="0.875rem"
        style={{ overflowY: 'auto' }}
        tabIndex={0}
        aria-labelledby={id}
      >
        {rows.slice(0, LINES_SHOWN).map(({ line, reason }) => (
          <li key={`${line} ${reason}`}>{TEXTS.line(formatCount(line), reason)}</li>
        ))}
        {rows.length > LINES_SHOWN && <li>{TEXTS.more(formatCount(rows.length - LINES_SHOWN))}</li>}
      </Box>
    </section>
  )
}
