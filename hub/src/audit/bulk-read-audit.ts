import { LISTED_READS_MAX } from '@vehicle-control/protocol'
import type { Session } from '../store/auth/sessions.ts'
import type { Db } from '../store/database.ts'
import { appendAudit } from '../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'

const HOUR_MS = 3_600_000
const SLOT_MS = 60_000
/**
 * A range that ends less than this ago counts as ending now: a screen moves the end at each
 * refresh.
 */
const ENDS_NOW_MS = 120_000
/** How many queries of a session are remembered; beyond that all count as new. */
const QUERIES_MAX = 1000
/** Within an hour after an entry, the next one takes so many times its rows. */
const NEXT_ENTRY_FACTOR = 10

/** Who asks, from where, and the path of the call. */
interface Caller {
  session: Pick<Session, 'id' | 'email'>
  address: string | null
  route: string
}

/** Rows that a call is about to return. */
export interface GivenRows {
  rows: number
  /**
   * The filters of the call, without the beginning of a range, since lists begin with the newest
   * rows. They are written into the entry.
   */
  asked?: Readonly<Record<string, string | number | boolean | undefined>> & {
    to?: number | undefined
  }
  /**
   * A later page, or an export: its rows count each time. The first page of a list that was asked
   * for before is a refresh: only its additional rows count.
   */
  isFurther: boolean
}

/** The rows that a session was given within the last hour. */
interface Fetched {
  /** Rows by the minute, oldest first. */
  slots: { at: number; rows: number }[]
  queries: Map<string, { at: number; rows: number }>
  noted: { at: number; rows: number } | null
}

export interface BulkReadAuditOptions {
  db: Db
  now: () => number
}

/**
 * Notices sessions that copy the site's rows: one that was given more than 5,000 within an hour
 * gets an entry in the audit log before it gets more. Counts by process, and anew after a restart.
 */
export class BulkReadAudit {
  readonly #options: BulkReadAuditOptions
  readonly #sessions = new Map<number, Fetched>()
  #sweptAt = 0

  constructor(options: BulkReadAuditOptions) {
    this.#options = options
  }

  /**
   * Counts rows, and writes the entry where one is due. Rejects where it cannot: do not return the
   * rows then.
   */
  async note(
    { session, address, route: target }: Caller,
    { rows, asked = {}, isFurther }: GivenRows,
  ): Promise<void> {
    const at = this.#options.now()
    const fetched = this.#fetchedBy(session.id, at)
    const queryKey = isFurther ? null : queryKeyOf(target, asked, at)
    const total = count(fetched, { at, rows, queryKey })
    const { noted } = fetched
    const isNoted = noted !== null && at - noted.at < HOUR_MS
    if (total <= (isNoted ? noted.rows * NEXT_ENTRY_FACTOR : LISTED_READS_MAX)) return
    fetched.noted = { at, rows: total }
    const given = Object.entries(asked).filter(
      (entry): entry is [string, string | number | boolean] => entry[1] !== undefined,
    )
    const detail = { ...Object.fromEntries(given), rows: total }
    const entry = { at, actor: session.email, action: 'rows.read_out', target, detail, address }
    try {
      await withLockOfAllHubs(this.#options.db, (trx) => appendAudit(trx, entry))
    } catch (error) {
      fetched.noted = noted
      throw error
    }
  }

  #fetchedBy(session: number, at: number): Fetched {
    if (at - this.#sweptAt >= HOUR_MS) {
      this.#sweptAt = at
      for (const [id, { slots }] of this.#sessions) {
        if (at - (slots.at(-1)?.at ?? 0) >= HOUR_MS) this.#sessions.delete(id)
      }
    }
    const fetched = this.#sessions.get(session) ?? { slots: [], queries: new Map(), noted: null }
    this.#sessions.set(session, fetched)
    return fetched
  }
}

/** Adds rows to those of a session, and returns the sum of its last hour. */
function count(
  { slots, queries }: Fetched,
  { at, rows, queryKey }: { at: number; rows: number; queryKey: string | null },
): number {
  const isOld = (one: { at: number }) => at - one.at >= HOUR_MS
  while (slots[0] && isOld(slots[0])) slots.shift()
  let added = rows
  if (queryKey !== null) {
    const before = queries.get(queryKey)
    const known = before && !isOld(before) ? before : { at, rows: 0 }
    added = Math.max(0, rows - known.rows)
    if (queries.size >= QUERIES_MAX) queries.clear()
    queries.set(queryKey, { at: known.at, rows: known.rows + added })
  }
  const last = slots.at(-1)
  if (last && at - last.at < SLOT_MS) last.rows += added
  else slots.push({ at, rows: added })
  return slots.reduce((sum, slot) => sum + slot.rows, 0)
}

/** The key of a query. The end of a range is a part of it only where it lies in the past. */
function queryKeyOf(
  target: string,
  { to, ...asked }: NonNullable<GivenRows['asked']>,
  now: number,
): string {
  const end = to === undefined || to >= now - ENDS_NOW_MS ? undefined : to
  return JSON.stringify({ target, ...asked, to: end })
}
