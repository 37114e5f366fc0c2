import type { ListQuestion } from '../../../../api/assets/asset-lists.ts'
import type { ListControl } from '../use-list-address.ts'

/** Not more rows are printed: some fifty sheets. */
export const PRINTED_ROWS_MAX = 2000

interface ListRow {
  readonly id: number
}

/** The rows that are printed, and how many the list has. */
export interface WholeList<Row extends ListRow = ListRow> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** Where all rows of a list come from, and who shows them. */
export interface PrintedRows<Row extends ListRow = ListRow> {
  /** Asks for a page, also where an older answer is kept; rejects when the call fails. */
  page(question: ListQuestion): Promise<{ readonly items: readonly Row[]; readonly total: number }>
  /** Shows these rows in the place of a page's; null: the page's again. */
  show(rows: readonly Row[] | null): void
}

/**
 * All rows of a list that is searched for as `control` says, the first `PRINTED_ROWS_MAX` at most;
 * rejects when a call fails. A row that moves to another page between two calls is there once.
 */
export async function fetchWholeList<Row extends ListRow>(
  { page: ask }: Pick<PrintedRows<Row>, 'page'>,
  { q, sizes }: Pick<ListControl, 'q' | 'sizes'>,
): Promise<WholeList<Row>> {
  const pageSize = Math.max(...sizes.all)
  const rows = new Map<number, Row>()
  for (let page = 1; ; page++) {
    const { items, total } = await ask({ q, page, pageSize })
    for (const row of items) rows.set(row.id, row)
    const asked = page * pageSize
    if (asked >= Math.min(total, PRINTED_ROWS_MAX)) {
      return { rows: [...rows.values()].slice(0, PRINTED_ROWS_MAX), total }
    }
  }
}
