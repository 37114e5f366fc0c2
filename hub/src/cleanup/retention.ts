import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../store/database.ts'
import { ROWS } from '../entries/kinds.ts'
import { drainedEpochs } from '../store/retention.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Single samples of telemetry are kept no longer than this: every chart is drawn from minutes. */
const SAMPLES_DAYS_MAX = 30

/** How long a transaction should take: it holds the event loop and keeps ingest waiting. */
const AIM_MS = 15
const ROWS_MIN = 10
const ROWS_MAX = 500
/** The pause after a transaction, as a multiple of its time: ingest and lists run in it. */
const PAUSE_FACTOR = 4

/**
 * Deletes rows that are older than the site keeps. Counters, the audit log, and watermarks that a
 * device may still ask for stay.
 */
export interface Retention {
  /** Runs once, to its end or until `stop`. */
  run(): Promise<void>
  /** Runs now, in the background, and an hour after each end. */
  start(): void
  /** Resolves when nothing is being deleted any more. */
  stop(): Promise<void>
}

export interface RetentionOptions {
  db: Db
  log: Logger
  /** From 1. */
  days: number
  now?: () => number
}

export function createRetention({ db, log, days, now = Date.now }: RetentionOptions): Retention {
  const stopped = new AbortController()
  const { signal } = stopped
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  async function run(): Promise<void> {
    const at = now()
    const before = at - days * DAY_MS
    const samplesBefore = at - Math.min(days, SAMPLES_DAYS_MAX) * DAY_MS
    const deleted: Record<string, number> = {}
    let rows = ROWS_MIN
    const limits = { now: at, before, samplesBefore }
    const ofRows = ROWS.flatMap(({ retention }) => retention(db, limits))
    for (const step of [...ofRows, drainedEpochs(db, before)]) {
      for (let done = false; !done && !signal.aborted;) {
        const startedAt = performance.now()
        const part = await step.run(rows)
        const tookMs = performance.now() - startedAt
        if (part.deleted > 0) deleted[step.table] = (deleted[step.table] ?? 0) + part.deleted
        done = part.done
        // At most ten times more: the first rows are found faster than those that follow.
        const fitting = rows * Math.min(10, AIM_MS / tookMs)
        rows = Math.round(Math.max(ROWS_MIN, Math.min(ROWS_MAX, fitting)))
        await pause(tookMs * PAUSE_FACTOR)
      }
    }
    if (Object.keys(deleted).length > 0) log.info({ deleted, days }, 'old rows deleted')
  }

  const pause = (ms: number) =>
    delay(ms, undefined, { signal, ref: false }).catch(() => {
      // Stopped: the loop checks the signal itself.
    })

  function runAndSchedule(): void {
    running = run()
      .catch((error: unknown) => log.warn({ err: error }, 'old rows are still there'))
      .finally(() => {
        if (!signal.aborted) timer = setTimeout(runAndSchedule, HOUR_MS).unref()
      })
  }

  return {
    run,
    start: runAndSchedule,
    async stop() {
      stopped.abort()
      clearTimeout(timer)
      await running
    },
  }
}
