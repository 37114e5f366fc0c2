import { LISTED_READS_MAX } from '@vehicle-control/protocol'
import type { Session } from '../store/auth/sessions.ts'
import type { Db } from '../store/database.ts'
import { appendAudit } from '../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'

const HOUR_MS = 3_600_000
const SLOT_MS = 60_000
/** A range that ends so lately ends now: a screen that refreshes moves its end along. */
const NOW_MS = 120_000
/** A session's questions that are remembered; beyond them all count as new. */
const QUESTIONS_MAX = 1000
/** After an entry only so many times its rows are worth another one within the hour. */
const AGAIN_TIMES = 10

/** Who asks, from where, and for what: the path of a declared call. */
interface Asker {
  session: Pick<Session, 'id' | 'email'>
  address: string | null
  route: string
}

/** Rows that a call is about to give to its caller. */
export interface GivenRows {
  rows: number
  /**
   * What was asked for, but for the beginning of a range, since lists begin with the newest. It is said in
   * the entry.
   */
  asked?: Readonly<Record<string, string | number | boolean | undefined>> & {
    to?: number | undefined
  }
  /**
   * A page further on, or an export: it counts whenever it is asked for. The first page of a list that is
   * asked for again is a refresh, and counts only by what it has more.
   */
  isFurther: boolean
}

/** What a session was given. */
interface Fetched {
  /** By the minute. */
  slots: { at: number; rows: number }[]
  questions: Map<string, { at: number; rows: number }>
  noted: { at: number; rows: number } | null
}

export interface ReadOutOptions {
  db: Db
  now: () => number
}

/**
 * Notices who reads the site's rows out: a session that was given more than 5,000 within an hour leaves an
 * entry in the audit log, before it gets more. Counted by process, and anew after a restart.
 */
export class ReadOut {
  readonly #options: ReadOutOptions
  readonly #sessions = new Map<number, Fetched>()
  #sweptAt = 0

  constructor(options: ReadOutOptions) {
    this.#options = options
  }

  /** Rejects where the entry that is due cannot be written: nobody gets the rows then. */
  async note(
    { session, address, route: target }: Asker,
    { rows, asked = {}, isFurther }: GivenRows,
  ): Promise<void> {
    const at = this.#options.now()
    const fetched = this.#fetchedBy(session.id, at)
    const question = isFurther ? null : questionOf(target, asked, at)
    const total = count(fetched, { at, rows, question })
    const { noted } = fetched
    const isNoted = noted !== null && at - noted.at < HOUR_MS
    if (total <= (isNoted ? noted.rows * AGAIN_TIMES : LISTED_READS_MAX)) return
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
    const fetched = this.#sessions.get(session) ?? { slots: [], questions: new Map(), noted: null }
    this.#sessions.set(session, fetched)
    return fetched
  }
}

/** Adds rows to what a session was given, and sums up its last hour. */
function count(
  { slots, questions }: Fetched,
  { at, rows, question }: { at: number; rows: number; question: string | null },
): number {
  const isOld = (one: { at: number }) => at - one.at >= HOUR_MS
  while (slots[0] && isOld(slots[0])) slots.shift()
  let added = rows
  if (question !== null) {
    const before = questions.get(question)
    const known = before && !isOld(before) ? before : { at, rows: 0 }
    added = Math.max(0, rows - known.rows)
    if (questions.size >= QUESTIONS_MAX) questions.clear()
    questions.set(question, { at: known.at, rows: known.rows + added })
  }
  const last = slots.at(-1)
  if (last && at - last.at < SLOT_MS) last.rows += added
  else slots.push({ at, rows: added })
  return slots.reduce((sum, slot) => sum + slot.rows, 0)
}

/** The end of a range is a part of the question only where it lies in the past. */
function questionOf(
  target: string,
  { to, ...asked }: NonNullable<GivenRows['asked']>,
  now: number,
): string {
  const end = to === undefined || to >= now - NOW_MS ? undefined : to
  return JSON.stringify({ target, ...asked, to: end })
}
