import { z } from 'zod'
import { KIND_NUMBERS, ListRow, ROW_STATES } from './list-row.ts'

/** Rows of one bucket; 100,000 tags have 390 in each. */
export const BUCKET_ROWS_MAX = 500
/** Characters of their text: the longest uids in full buckets still fit an edge's socket. */
const BUCKET_TEXT_MAX = 64 * 1024

/**
 * Rows as a frame carries them, in less than three quarters of the bytes of their JSON: a line a row with
 * state, kind, group, from, to (in base 36) and the uid, a comma after each. What is allowed, a vehicle,
 * no group or no date is empty. A uid has no control characters, as no form takes any.
 */
export function rowsText(rows: readonly ListRow[]): string {
  return rows.map(rowText).join('\n')
}

function rowText([uid, state, from, to, group, kind]: ListRow): string {
  const parts = [
    state === ROW_STATES.allowed ? null : state,
    kind === KIND_NUMBERS.vehicle ? null : kind,
    group === 0 ? null : group,
    from,
    to,
  ]
  return [...parts.map((part) => part?.toString(36) ?? ''), uid].join(',')
}

const LINE =
  /^([0-9a-z]{0,2}),([0-9a-z]{0,2}),([0-9a-z]{0,7}),([0-9a-z]{0,11}),([0-9a-z]{0,11}),(.+)$/s

/** The rows of a text, each of them whole; a text with anything else is refused. */
export const RowsText = z
  .string()
  .max(BUCKET_TEXT_MAX)
  .transform((text, context): ListRow[] => {
    const lines = text === '' ? [] : text.split('\n', BUCKET_ROWS_MAX + 1)
    const rows = lines.map(readRow).filter((row) => row !== undefined)
    if (rows.length === lines.length && rows.length <= BUCKET_ROWS_MAX) return rows
    context.addIssue(`not rows of a list, or more than ${BUCKET_ROWS_MAX}`)
    return z.NEVER
  })

function readRow(line: string): ListRow | undefined {
  const [, state, kind, group, from, to, uid] = LINE.exec(line) ?? []
  const number = (part: string | undefined) => (part ? Number.parseInt(part, 36) : null)
  return ListRow.safeParse([
    uid,
    number(state) ?? ROW_STATES.allowed,
    number(from),
    number(to),
    number(group) ?? 0,
    number(kind) ?? KIND_NUMBERS.vehicle,
  ]).data
}
