import type { ReadLog } from '@vehicle-control/protocol'
import { useLayoutEffect, useRef } from 'react'
import { isUnregistered } from '../../api/reads/is-unregistered.ts'
import { UNKNOWN_MARK } from '../../components/UnknownMark.tsx'
import { READ_COLUMNS, type ReadColumn } from '../../export/read-columns.ts'
import { formatCount } from '../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../texts/dashboard.ts'
import { REPORT_TEXTS } from '../../texts/report.ts'
import type { Report } from './load-report.ts'
import classes from './report-rows.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard
/** The browser lays out one table in one go: longer ones stop the page. */
const TABLE_ROWS = 1000
/** Columns whose cells look other than text. */
const STRONG: ReadonlySet<string> = new Set(['at', 'tag', 'plate'])

/** The reads of any report. */
type ReportedReads = Pick<Report, 'repeats' | 'site'> & { readonly logs: readonly ReadLog[] }

interface ReportRowsProps {
  report: ReportedReads
  columns?: readonly ReadColumn[]
}

/** All rows of a report, since paper does not scroll: a table for each thousand of them. */
export function ReportRows({ report, columns = READ_COLUMNS }: ReportRowsProps) {
  const count = report.logs.length
  const starts = Array.from({ length: Math.ceil(count / TABLE_ROWS) }, (_, i) => i * TABLE_ROWS)
  return starts.map((start) => (
    <RowsTable
      key={start}
      report={report}
      columns={columns}
      start={start}
      end={Math.min(start + TABLE_ROWS, count)}
    />
  ))
}

interface RowsTableProps {
  report: ReportedReads
  columns: readonly ReadColumn[]
  start: number
  end: number
}

/**
 * The rows are made by hand, as texts, since they are up to 70,000 cells that never change: React
 * would keep an object for each.
 */
function RowsTable({ report, columns, start, end }: RowsTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    body.current?.replaceChildren(madeRows(report, columns, start, end))
  }, [report, columns, start, end])
  // Near enough for a scroll bar; the browser remembers the true one.
  const height = (end - start) * 1.6
  const isAlone = report.logs.length <= TABLE_ROWS
  const { rowsOf } = REPORT_TEXTS
  const name = isAlone
    ? LABELS.readsLabel
    : rowsOf(LABELS.readsLabel, formatCount(start + 1), formatCount(end))
  return (
    <section
      className={classes.sheet}
      style={{ containIntrinsicHeight: `auto ${height}rem` }}
      aria-label={DASHBOARD_TEXTS.charts.tableOf(name)}
      // On a phone it scrolls sideways, and has to be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table
        className={classes.rows}
        data-located={columns.some(({ name }) => name === 'location') || undefined}
        aria-label={isAlone ? name : undefined}
      >
        {!isAlone && <caption>{name}</caption>}
        <thead>
          <tr>
            {columns.map(({ name, head }) => (
              <th key={name} scope="col" className={classes[name]}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} />
      </table>
    </section>
  )
}

function madeRows(
  { logs, repeats, site }: ReportedReads,
  columns: readonly ReadColumn[],
  start: number,
  end: number,
): DocumentFragment {
  const rows = document.createDocumentFragment()
  for (const [i, read] of logs.slice(start, end).entries()) {
    const row = document.createElement('tr')
    const isUnknown = isUnregistered(read)
    if (isUnknown) row.className = classes['unknown'] ?? ''
    for (const { name, cell, fileCell, marksRepeats } of columns) {
      // Paper has the seconds, as files have.
      const textOf = name === 'at' ? (fileCell ?? cell) : cell
      const text =
        isUnknown && name === 'plate'
          ? UNKNOWN_MARK
          : textOf(read, site, repeats[start + i] ?? false) || (marksRepeats ? '' : LABELS.none)
      const td = row.appendChild(document.createElement('td'))
      td.textContent = text
      if (STRONG.has(name)) td.className = classes[name] ?? ''
    }
    rows.append(row)
  }
  return rows
}
