import type { ReadLog } from '@vehicle-control/protocol'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { isUnregistered } from '../../api/reads/is-unregistered.ts'
import { unknownMark } from '../../components/UnknownMark.tsx'
import { READ_COLUMNS, type ReadColumn } from '../../export/read-columns.ts'
import { formatCount } from '../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../texts/reads/dashboard.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import { columnWidths } from './column-widths.ts'
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
  const widths = useMemo(() => {
    const texts = columns.map((column) => ({
      head: column.head,
      textAt: (row: number) => textOf(report, column, row),
      isCode: column.isCode === true || column.name === 'at',
    }))
    return columnWidths(texts, count)
  }, [report, columns, count])
  return starts.map((start) => (
    <RowsTable
      key={start}
      report={report}
      columns={columns}
      widths={widths}
      start={start}
      end={Math.min(start + TABLE_ROWS, count)}
    />
  ))
}

interface RowsTableProps {
  report: ReportedReads
  columns: readonly ReadColumn[]
  widths: readonly string[]
  start: number
  end: number
}

/**
 * The rows are made by hand, as texts, since they are up to 70,000 cells that never change: React
 * would keep an object for each.
 */
function RowsTable({ report, columns, widths, start, end }: RowsTableProps) {
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
      <table className={classes.rows} aria-label={isAlone ? name : undefined}>
        {!isAlone && <caption>{name}</caption>}
        <thead>
          <tr>
            {columns.map(({ name, head }, i) => (
              <th key={name} scope="col" style={{ width: widths[i] }}>
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
  report: ReportedReads,
  columns: readonly ReadColumn[],
  start: number,
  end: number,
): DocumentFragment {
  const rows = document.createDocumentFragment()
  for (const [i, read] of report.logs.slice(start, end).entries()) {
    const row = document.createElement('tr')
    if (isUnregistered(read)) row.className = classes['unknown'] ?? ''
    for (const column of columns) {
      const td = row.appendChild(document.createElement('td'))
      td.textContent = textOf(report, column, start + i)
      if (STRONG.has(column.name)) td.className = classes[column.name] ?? ''
    }
    rows.append(row)
  }
  return rows
}

function textOf({ logs, repeats, site }: ReportedReads, column: ReadColumn, row: number): string {
  const { name, cell, fileCell, marksRepeats } = column
  const read = logs[row]
  if (!read) return ''
  if (name === 'plate' && isUnregistered(read)) return unknownMark(read)
  // Paper has the seconds, as files have.
  const text = (name === 'at' ? (fileCell ?? cell) : cell)(read, site, repeats[row] ?? false)
  return text || (marksRepeats ? '' : LABELS.none)
}
