import type { Logger } from 'pino'
import type { DatabaseSize } from '../store/database-size.ts'
import { databaseSize } from '../store/database-size.ts'
import { type Db, dialectOf } from '../store/database.ts'
import { addDatabaseSize, type DatabaseSizes, databaseSizes } from '../store/settings/settings.ts'
import { inTransaction } from '../store/transaction.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What a week adds is what the next one will; a restore or a vacuum is forgotten after it. */
const OVER_DAYS = 7

interface DatabaseGrowthOptions {
  db: Db
  readOnly: Db
  /** The SQLite file, unused on Postgres. */
  file: string
  log: Logger
  now?: () => number
}

/** Notes once a day how large the database is. */
export class DatabaseGrowth {
  readonly #options: DatabaseGrowthOptions
  #timer: NodeJS.Timeout | undefined

  constructor(options: DatabaseGrowthOptions) {
    this.#options = options
  }

  /** Notes the size now and looks each hour whether a day is over. */
  start(): void {
    const run = () => {
      this.note().catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'the size of the database is not noted'),
      )
    }
    this.#timer ??= setInterval(run, HOUR_MS).unref()
    run()
  }

  /** Notes the size, unless this day, or a hub beside this one, has noted it. */
  async note(): Promise<void> {
    const { db, readOnly, file, now = Date.now } = this.#options
    const at = now()
    const kind = dialectOf(db)
    const isNoted = (sizes: DatabaseSizes) => sizes.some((one) => dayOf(one.at) === dayOf(at))
    if (isNoted(await databaseSizes(readOnly))) return
    const bytes = bytesOfFile(await databaseSize(readOnly, file))
    await inTransaction(db, async (trx) => {
      if (!isNoted(await databaseSizes(trx))) await addDatabaseSize(trx, { at, bytes, kind })
    })
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

const dayOf = (at: number) => Math.floor(at / DAY_MS)

/** Without the log of SQLite, which is large or small by the hour. */
export const bytesOfFile = ({ bytes, walBytes }: DatabaseSize) => bytes - (walBytes ?? 0)

/**
 * By how many bytes a day the database has grown over the last week, or over as many days as were
 * noted; null: fewer than one. Sizes of another kind of database are not of this one.
 */
export function growthADay(
  sizes: DatabaseSizes,
  { at, bytes, kind }: DatabaseSizes[number],
): number | null {
  const before = sizes.filter((size) => size.kind === kind && size.at <= at - DAY_MS)
  const first = before.find((size) => size.at >= at - OVER_DAYS * DAY_MS - HOUR_MS) ?? before.at(-1)
  if (first === undefined) return null
  return Math.round((bytes - first.bytes) / ((at - first.at) / DAY_MS))
}
