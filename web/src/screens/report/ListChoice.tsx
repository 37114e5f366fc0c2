import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { formatCount } from '../../site-time/site-time.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import classes from './report.module.css'

/** In the address, so that a link to the report prints the same. */
const NAME = 'solo'
const TOTALS = 'totales'
/** The rows of a sheet, where a few names wrap. */
const SHEET_ROWS = 58
/** A dashboard's report of more sheets is not sent to the printer unasked. */
const SHEETS_UNASKED = 10

/** Whether the report leaves out the list of its reads. */
export function isOnlyTotals(search: URLSearchParams): boolean {
  return search.get(NAME) === TOTALS
}

/** Whether a list of so many reads is too long to open the print dialog by itself. */
export function isLongList(rows: number): boolean {
  return sheetsOf(rows) > SHEETS_UNASKED
}

function sheetsOf(rows: number): number {
  return Math.ceil(rows / SHEET_ROWS)
}

/** Leaves the list of reads out, with the number of sheets that this saves. */
export function ListChoice({ rows }: { rows: number }) {
  const [search, setSearch] = useSearchParams()
  const pages = sheetsOf(rows)
  const size = REPORT_TEXTS.listSize(formatCount(rows), formatCount(pages), pages === 1)
  return (
    <Checkbox
      className={classes.choice}
      label={REPORT_TEXTS.onlyTotals}
      description={isLongList(rows) ? `${size}. ${REPORT_TEXTS.choose}` : size}
      checked={isOnlyTotals(search)}
      onChange={({ currentTarget }) => {
        const next = new URLSearchParams(search)
        if (currentTarget.checked) next.set(NAME, TOTALS)
        else next.delete(NAME)
        setSearch(next, { replace: true })
      }}
    />
  )
}
