import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import classes from './list.module.css'

const LABELS = ADMIN_TEXTS.list

/** A column of a list. */
export interface ListColumn<Row> {
  /** The class of its cells in the tab's own styles, and its key. */
  readonly name: string
  readonly head: string
  /** Shown instead of `head`, in a column that sorts; `head` still names the cells of cards. */
  readonly headView?: ReactNode
  readonly sort?: 'ascending' | 'descending' | 'none'
  /** Null where there is nothing: shown as a dash, and left out on a card. */
  readonly cell: (row: Row) => ReactNode
  readonly className?: string | undefined
  /** Where it stands on a card of two lines, which shows all columns once it is opened. */
  readonly place?: 'lead' | 'beside' | 'under' | 'end'
  /** Its cells are the buttons of the row. */
  readonly isActions?: boolean
}

interface ListTableProps<Row> {
  /** Names the table. */
  label: string
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  /** How much of a card's width its first column takes. */
  lead?: `${number}%`
  keyOf: (row: Row) => string | number
  /** The row that the form is editing. */
  chosen?: string | number | null
  isLoading: boolean
  /** Shown instead of rows where there are none. */
  empty: ReactNode
  /** Shown below a row, over the table's whole width. */
  below?: (row: Row) => ReactNode
}

/** Rows as a table; on phones each is a card of two lines. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    lead = '28%',
    keyOf,
    chosen = null,
    isLoading,
    empty,
    below,
  } = props
  return (
    <div className={classes.frame} aria-busy={isLoading}>
      <table className={classes.table} aria-label={label} style={leadStyle(lead)}>
        <thead>
          <tr>
            {columns.map(({ name, head, headView, sort, className }) => (
              <th key={name} scope="col" className={className} aria-sort={sort}>
                {headView ?? head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = keyOf(row)
            const more = below?.(row) ?? null
            return (
              <Fragment key={key}>
                <tr data-chosen={key === chosen || undefined}>
                  {columns.map((column) => (
                    <Cell key={column.name} column={column} row={row} />
                  ))}
                </tr>
                {more !== null && (
                  <tr className={classes.below}>
                    <td colSpan={columns.length}>{more}</td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
      {rows.length === 0 && (
        <div className={classes.empty}>{isLoading ? <p>{LABELS.loading}</p> : empty}</div>
      )}
    </div>
  )
}

function leadStyle(lead: string): CSSProperties {
  return { ['--lead' as string]: lead }
}

function Cell<Row>({ column, row }: { column: ListColumn<Row>; row: Row }) {
  const content = column.cell(row)
  if (column.isActions) {
    return (
      <td className={column.className} data-place="actions">
        <div className={classes.actions}>{content}</div>
      </td>
    )
  }
  return (
    <td
      className={column.className}
      data-head={column.head}
      data-place={column.place}
      data-empty={content === null || undefined}
    >
      {content ?? LABELS.none}
    </td>
  )
}
