import './opened-card.css'
import { type CSSProperties, Fragment, type ReactNode, useState } from 'react'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import classes from './list.module.css'

const LABELS = ADMIN_TEXTS.list

type Place = 'lead' | 'beside' | 'under' | 'end' | 'last'

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
  /**
   * Where it stands on a card of two lines, which shows all columns once it is opened; `under` takes
   * the whole line where nothing stands at its `end`, and `last` a third one. A function may leave it
   * out on some cards.
   */
  readonly place?: Place | ((row: Row) => Place | undefined)
  /** Its cells are the buttons of the row. */
  readonly isActions?: boolean
}

interface ListTableProps<Row> {
  /** Names the table. */
  label: string
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  /**
   * At most so much of a card's width is for what leads it, and so much more for what stands `under`
   * that; the rest is for what is at the right.
   */
  lead?: readonly [first: string, more: string]
  keyOf: (row: Row) => string | number
  /** Names a row in the button that opens its card; left out where a button of the row's own does. */
  nameOf?: (row: Row) => string
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
    rows,
    lead = ['36%', '24%'],
    keyOf,
    nameOf,
    chosen = null,
    isLoading,
    empty,
    below,
  } = props
  const hasActions = props.columns.some(({ isActions }) => isActions)
  const columns = nameOf && !hasActions ? [...props.columns, OPENER] : props.columns
  const openerOf = hasActions ? LABELS.actionsOf : LABELS.wholeOf
  return (
    // A press beside an opened card, on what dims the page, and Esc close it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes.frame}
      aria-busy={isLoading}
      onClick={({ target, currentTarget }) => target === currentTarget && closeCard(currentTarget)}
      onKeyDown={({ key, currentTarget }) => key === 'Escape' && closeCard(currentTarget)}
    >
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
                    <Cell
                      key={column.name}
                      column={column}
                      row={row}
                      opener={nameOf && openerOf(nameOf(row))}
                    />
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

/** Closes the card that is open, where it is a sheet over the list, and gives its opener the focus. */
function closeCard(frame: Element): void {
  // As opened-card.css has it.
  if (!matchMedia('(max-width: 47.99em)').matches) return
  const opener = frame.querySelector<HTMLElement>(
    '[open] > summary, [data-place=actions] > div > [aria-expanded=true]',
  )
  opener?.focus()
  opener?.click()
}

function leadStyle(lead: readonly string[]): CSSProperties {
  return { ['--lead' as string]: lead.map((most) => `fit-content(${most})`).join(' ') }
}

/** Where the button stands that opens a card whose row has no buttons. */
const OPENER: ListColumn<unknown> = {
  name: 'opener',
  head: LABELS.whole,
  className: classes.ofCards,
  cell: () => null,
  isActions: true,
}

interface CellProps<Row> {
  column: ListColumn<Row>
  row: Row
  /** Names the button that opens the card. */
  opener: string | undefined
}

function Cell<Row>({ column, row, opener }: CellProps<Row>) {
  const { place } = column
  const content = column.cell(row)
  if (column.isActions) {
    return (
      <td className={column.className} data-place="actions">
        <div className={classes.actions}>
          {opener !== undefined && <Opener label={opener} />}
          {content}
        </div>
      </td>
    )
  }
  return (
    <td
      className={column.className}
      data-head={column.head}
      data-place={typeof place === 'function' ? place(row) : place}
      data-empty={content === null || undefined}
    >
      {content ?? LABELS.none}
    </td>
  )
}

/** On a card all else of the row stands behind it; nothing of it is there in a table. */
function Opener({ label }: { label: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <button
      type="button"
      className={classes.more}
      aria-expanded={isOpen}
      aria-label={label}
      onClick={() => setOpen(!isOpen)}
    >
      <span aria-hidden>⋯</span>
    </button>
  )
}
