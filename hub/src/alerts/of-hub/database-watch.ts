import { DatabaseError } from 'pg'
import type { Finding } from './finding.ts'

/** One answer that is late or missing is no outage, and one that comes is no end of it. */
const IN_A_ROW = 2
/** An outage that is over is listed for so long: people wonder where the reads of then are. */
const LISTED_MS = 3_600_000

export interface DatabaseWatchOptions {
  /** Asks the database something that costs nothing. */
  ask: () => Promise<void>
  /** How long an answer may take. */
  withinMs: number
  now: () => number
}

/** An outage of the database, in milliseconds since 1970. */
export interface Outage {
  since: number
  until: number | null
  cause: string
}

/** Knows whether the database answers, in memory: while it is away nothing can be stored. */
export class DatabaseWatch {
  readonly #options: DatabaseWatchOptions
  /** Failures or answers in a row, and when the first of them was. */
  #row: { isAnswer: boolean; count: number; since: number } | null = null
  #outage: Outage | null = null
  /** An ask that its guard gave up still holds a connection, which urgent calls have few of. */
  #isAsking = false

  constructor(options: DatabaseWatchOptions) {
    this.#options = options
  }

  async look(): Promise<void> {
    const { now } = this.#options
    // An outage begins when it was asked, and is over when it has answered.
    const askedAt = now()
    const cause = await this.#causeOfSilence()
    const isAnswer = cause === null
    const at = isAnswer ? now() : askedAt
    const row = this.#row
    if (row?.isAnswer === isAnswer) row.count++
    else this.#row = { isAnswer, count: 1, since: at }
    if (this.#row === null || this.#row.count < IN_A_ROW) return
    const { since } = this.#row
    const isAway = this.#outage !== null && this.#outage.until === null
    if (isAnswer) {
      if (isAway && this.#outage !== null) this.#outage.until = since
      if (this.#outage?.until && now() - this.#outage.until > LISTED_MS) this.#outage = null
    } else if (!isAway) {
      this.#outage = { since, until: null, cause }
    }
  }

  findings(): Finding[] {
    return this.#outage === null ? [] : [{ kind: 'database_away', ...this.#outage }]
  }

  /** Null where it answers in time. Asks nothing while an earlier ask is open: that is silence. */
  async #causeOfSilence(): Promise<string | null> {
    const { ask, withinMs } = this.#options
    if (this.#isAsking) return 'no_answer'
    this.#isAsking = true
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve('no_answer'), withinMs)
    })
    const asked = ask()
      .then(() => null, causeOf)
      .finally(() => (this.#isAsking = false))
    try {
      return await Promise.race([asked, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Codes of Postgres and of the network, in the words of an alert's `cause`. */
const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  '57P03': 'starting',
  '57P01': 'stopping',
  '57P02': 'stopping',
  '53300': 'too_many',
  '28P01': 'password',
  '28000': 'password',
  '3D000': 'no_database',
}

function causeOf(error: unknown): string {
  if (error instanceof AggregateError) return causeOf(error.errors[0])
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = CAUSES[code]
  if (known !== undefined) return known
  if (error instanceof DatabaseError) return 'no_answer'
  return code.startsWith('SQLITE_') ? 'file' : 'no_answer'
}
