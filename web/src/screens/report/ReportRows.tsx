import type { ReadLog } from '@vehicle-control/protocol'
import { type CSSProperties, useLayoutEffect, useMemo, useRef } from 'react'
import { CODE_FONT_FAMILY, FONT_FAMILY } from '../../components/font.ts'
import { markText } from '../../components/UnknownMark.tsx'
import { type ListedRead, scanOfLog } from '../../live/read-list.ts'
import cells from '../../reads/cells.module.css'
import { FILE_COLUMNS, type FileColumn, withDecisions } from '../../reads/file-columns.ts'
import { formatCount } from '../../site-time/site-time.ts'
import { decisionWords } from '../../texts/access.ts'
import { DASHBOARD_TEXTS } from '../../texts/reads/dashboard.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import { columnWidths, type TableWidths } from './column-widths.ts'
import type { Report } from './load-report.ts'
import { createTextMeasure, type TypeFace } from './text-measure.ts'
import classes from './report-rows.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard
/** The browser lays out a table in one go: longer ones would block the page. */
const TABLE_ROWS = 1000
/** A list that one sheet holds, also where a few of its names wrap, is not divided. */
const WHOLE_ROWS = 30
/** Where the time begins in a date with its time. */
const TIME_AT = 'DD/MM/YYYY '.length
/** Columns whose texts never break, as report-rows.module.css and cells.module.css set them. */
const CODES: Readonly<Partial<Record<FileColumn['name'], TypeFace & { size: number }>>> = {
  at: { family: FONT_FAMILY, weight: 400, size: 1 },
  tag: { family: CODE_FONT_FAMILY, weight: 400, size: 1 },
  plate: { family: FONT_FAMILY, weight: 700, size: 1 },
}
const NAME_FACE = { family: FONT_FAMILY, weight: 400, size: 1 }
const HEAD_FACE = { family: FONT_FAMILY, weight: 700 }

/** The columns of the dashboard's report, whose table has no room for the location. */
const OF_DASHBOARD = FILE_COLUMNS.filter(({ name }) => name !== 'location')

export interface ReportRowsProps {
  /** Any report. */
  report: Pick<Report, 'repeats' | 'site'> & { readonly logs: readonly ReadLog[] }
  columns?: readonly FileColumn[]
  /** It was searched for reads of tags that no asset has. */
  isOfUnknown?: boolean
  /** DD/MM/YYYY where all reads are of one day: then a row has the time alone. */
  day: string | undefined
}

/** The reads of a report, in the shape that its columns take. */
type ReportedReads = Pick<Report, 'repeats' | 'site'> & {
  readonly reads: readonly ListedRead[]
  readonly hasDay: boolean
}

/**
 * All rows of a report, since paper does not scroll: a table for each thousand of them. Without
 * repeats there is no column for them.
 */
export function ReportRows({
  report: given,
  columns: all = OF_DASHBOARD,
  isOfUnknown = false,
  day,
}: ReportRowsProps) {
  const { logs, repeats, site } = given
  const hasDay = day === undefined
  const columns = useMemo(() => {
    const has = {
      repeated: repeats.includes(true),
      // Of tags that no asset has, or had, they would say so in each row.
      asset: !isOfUnknown || logs.some((log) => log.retired_from !== undefined),
    }
    const some = all.filter(({ name }) =>
      name === 'repeated' ? has.repeated : has.asset || !OF_ASSET.includes(name),
    )
    return withDecisions(some, logs).map((column) => {
      if (column.name === 'at' && !hasDay) return { ...column, head: REPORT_TEXTS.time }
      return column.name === 'repeated' ? { ...column, head: REPORT_TEXTS.repeated } : column
    })
  }, [all, isOfUnknown, logs, repeats, hasDay])
  const report = useMemo(
    () => ({ reads: logs.map(scanOfLog), repeats, site, hasDay }),
    [logs, repeats, site, hasDay],
  )
  const count = logs.length
  const starts = Array.from({ length: Math.ceil(count / TABLE_ROWS) }, (_, i) => i * TABLE_ROWS)
  const widths = useMemo(() => {
    const measure = createTextMeasure()
    const texts = columns.map((column) => {
      const face = CODES[column.name] ?? NAME_FACE
      return {
        head: measure(column.head, HEAD_FACE),
        textAt: (row: number) =>
          column.name === 'plate' && isUnknown(report, row) ? '' : textOf(report, column, row),
        widthOf: (text: string) => measure(text, face) * face.size,
        isCode: column.name in CODES,
      }
    })
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
  columns: readonly FileColumn[]
  widths: TableWidths
  start: number
  end: number
}

/**
 * The rows are made without React: they are up to 70,000 cells that never change, and it would keep
 * an object for each.
 */
function RowsTable({ report, columns, widths, start, end }: RowsTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    body.current?.replaceChildren(madeRows(report, columns, start, end))
  }, [report, columns, start, end])
  // An estimate for the scroll bar; the browser remembers the real height once drawn.
  const height = (end - start) * 1.6
  const isAlone = report.reads.length <= TABLE_ROWS
  const { rowsOf } = REPORT_TEXTS
  const name = isAlone
    ? LABELS.readsLabel
    : rowsOf(LABELS.readsLabel, formatCount(start + 1), formatCount(end))
  return (
    <section
      className={classes.sheet}
      data-whole={report.reads.length <= WHOLE_ROWS || undefined}
      style={{ containIntrinsicHeight: `auto ${height}rem` }}
      aria-label={DASHBOARD_TEXTS.charts.tableOf(name)}
      // On a tablet it scrolls sideways, and has to be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table
        className={`${cells.cells} ${classes.rows}`}
        style={roomOf(widths)}
        aria-label={isAlone ? name : undefined}
      >
        {!isAlone && <caption>{name}</caption>}
        <thead>
          <tr>
            {columns.map(({ name, head }, i) => (
              <th key={name} scope="col" style={{ width: widths.columns[i] }}>
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

/** The widths that the style sheet holds the table to. */
function roomOf({ least, whole }: TableWidths): CSSProperties {
  return { ['--least' as string]: `${least}em`, ['--whole' as string]: `${whole}em` }
}

function madeRows(
  report: ReportedReads,
  columns: readonly FileColumn[],
  start: number,
  end: number,
): DocumentFragment {
  const rows = document.createDocumentFragment()
  for (const [i] of report.reads.slice(start, end).entries()) {
    const row = document.createElement('tr')
    const marked = isUnknown(report, start + i) ? OF_ASSET : []
    if (marked.length > 0) row.dataset['unknown'] = 'true'
    for (const column of columns) {
      const { name } = column
      const isMark = marked[0] === name
      if (!isMark && marked.includes(name)) continue
      const td = row.appendChild(document.createElement('td'))
      const text = textOf(report, column, start + i)
      td.textContent = text
      td.dataset['cell'] = name
      if (text === LABELS.none) td.dataset['empty'] = 'true'
      if (!isMark) continue
      td.colSpan = marked.length
      td.dataset['wraps'] = 'true'
    }
    rows.append(row)
  }
  return rows
}

/** What a read without an asset has none of: its mark takes the room of all. */
const OF_ASSET: readonly FileColumn['name'][] = ['plate', 'model', 'owner']

function isUnknown({ reads }: ReportedReads, row: number): boolean {
  return reads[row]?.vehicle === null
}

function textOf(report: ReportedReads, column: FileColumn, row: number): string {
  const { reads, repeats, site, hasDay } = report
  const { name, cell } = column
  const read = reads[row]
  if (!read) return ''
  const isRepeat = repeats[row] ?? false
  // On paper the cell stays blank where it is no repeat.
  if (name === 'repeated' && !isRepeat) return ''
  if (name === 'plate' && read.vehicle === null) return markText(read)
  const text = cell(read, site, isRepeat) || LABELS.none
  if (name === 'decision' && read.decision) return `${decisionWords(read.decision).shape} ${text}`
  return name === 'at' && !hasDay ? text.slice(TIME_AT) : text
}
