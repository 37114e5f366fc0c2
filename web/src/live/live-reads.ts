import type { LogsResponse, ScanEvent, SuppressedEvent } from '@vehicle-control/protocol'
import { COUNTED_READS_MAX, LIVE_BUFFER_READS } from '@vehicle-control/protocol/limits'
import type { Clock } from '../browser/clock.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'
import type { SiteTime } from '../site-time/site-time.ts'
import { pruneDays, readDay, writeDay } from './day-storage.ts'
import { mergeReads, scanOfLog } from './read-list.ts'
import { createRecentIds } from './recent-ids.ts'

/** Today's reads as far as this browser knows them. */
export interface LiveReadsState {
  readonly day: string
  /** Newest first, at most `LIVE_BUFFER_READS`. */
  readonly reads: readonly ScanEvent[]
  readonly readsCount: number
  /** The hub stops counting at `COUNTED_READS_MAX`: there are at least `readsCount`. */
  readonly isCountCapped: boolean
  readonly suppressedCount: number
  /** By agent code. */
  readonly suppressed: Readonly<Record<string, number>>
}

/** The live reads of one day after the other, kept in local storage. */
export interface LiveReads {
  readonly state: ReadableStore<LiveReadsState>
  start(): void
  stop(): void
  addReads(reads: readonly ScanEvent[]): void
  addSuppressed(events: readonly SuppressedEvent[]): void
  /** The hub's answer for today as a whole: it also settles the count. */
  addDay(answer: LogsResponse): void
  /** The hub's answer for reads that the socket did not bring. */
  addMissed(answer: LogsResponse): void
  /** Writes changes to storage that are not there yet. */
  readonly save: () => void
}

export interface LiveReadsOptions {
  clock: Clock
  serverNow: () => number
  siteTime: SiteTime
  storage: Storage
}

const WRITE_EVERY_MS = 2000
const CHECK_DAY_MS = 60_000
/** Well above what the 5 s overlap of a gap fill can bring at 500 reads a second. */
const REMEMBERED_IDS = 5000

/** Nothing is read from storage or written to it before `start`. */
export function createLiveReads(options: LiveReadsOptions): LiveReads {
  const { clock, serverNow, siteTime, storage } = options
  const today = () => siteTime.day(serverNow())
  const state = createStore(emptyDay(today()))
  const countedReads = createRecentIds(REMEMBERED_IDS)
  const countedRepeats = createRecentIds(REMEMBERED_IDS)
  let isRunning = false
  let cancelWrite: (() => void) | null = null
  let cancelDayCheck = () => {}

  const save = () => {
    cancelWrite?.()
    if (cancelWrite === null) return
    cancelWrite = null
    const { day, reads, readsCount, suppressed } = state.get()
    writeDay(storage, day, { reads: [...reads], readsCount, suppressed: { ...suppressed } })
  }
  const change = (next: LiveReadsState) => {
    if (next === state.get()) return
    state.set(next)
    if (isRunning) cancelWrite ??= clock.after(WRITE_EVERY_MS, save)
  }
  const rollOver = () => {
    if (today() === state.get().day) return
    save()
    countedReads.clear()
    countedRepeats.clear()
    state.set(emptyDay(today()))
    pruneDays(storage, today())
  }
  const watchDay = () => {
    const untilMidnight = siteTime.startOfNextDay(serverNow()) - serverNow()
    // Short steps: a clock that is set, or a laptop that slept, moves midnight.
    cancelDayCheck = clock.after(Math.min(untilMidnight, CHECK_DAY_MS), () => {
      rollOver()
      watchDay()
    })
  }
  const countNew = (reads: readonly ScanEvent[]) =>
    reads.reduce((count, read) => count + (countedReads.add(read.id) ? 1 : 0), 0)
  const addReads = (incoming: readonly ScanEvent[]) => {
    rollOver()
    const now = state.get()
    const fresh = countNew(incoming)
    const reads = mergeReads(now.reads, incoming, LIVE_BUFFER_READS)
    if (fresh === 0 && reads === now.reads) return
    change({ ...now, reads, readsCount: now.readsCount + fresh })
  }
  const ofToday = (answer: LogsResponse) => {
    const start = new Date(siteTime.startOfDay(serverNow())).toISOString()
    return answer.logs.filter((log) => log.received_at >= start).map(scanOfLog)
  }

  return {
    state,
    addReads,
    save,
    start() {
      if (isRunning) return
      isRunning = true
      pruneDays(storage, today())
      const stored = readDay(storage, today())
      if (stored) {
        countNew(stored.reads)
        state.set(restoredDay(today(), stored))
      }
      watchDay()
    },
    stop() {
      if (!isRunning) return
      isRunning = false
      cancelDayCheck()
      save()
    },
    addSuppressed(events) {
      rollOver()
      const now = state.get()
      const suppressed = { ...now.suppressed }
      let added = 0
      for (const event of events) {
        if (!countedRepeats.add(event.id)) continue
        added += event.count
        suppressed[event.agent.code] = (suppressed[event.agent.code] ?? 0) + event.count
      }
      if (added > 0) {
        change({ ...now, suppressed, suppressedCount: now.suppressedCount + added })
      }
    },
    addDay(answer) {
      addReads(ofToday(answer))
      const now = state.get()
      const answered = new Set(answer.logs.map((log) => log.id))
      const newest = answer.logs.reduce(
        (max, log) => (log.received_at > max ? log.received_at : max),
        '',
      )
      // Events can overtake the answer: they are not in its total.
      const newer = now.reads.filter((r) => !answered.has(r.id) && r.received_at > newest).length
      const readsCount = Math.max(now.readsCount, answer.total + newer)
      const isCountCapped = now.isCountCapped || answer.total > COUNTED_READS_MAX
      if (readsCount !== now.readsCount || isCountCapped !== now.isCountCapped) {
        change({ ...now, readsCount, isCountCapped })
      }
    },
    addMissed: (answer) => addReads(ofToday(answer)),
  }
}

function emptyDay(day: string): LiveReadsState {
  return {
    day,
    reads: [],
    readsCount: 0,
    isCountCapped: false,
    suppressedCount: 0,
    suppressed: {},
  }
}

function restoredDay(day: string, stored: NonNullable<ReturnType<typeof readDay>>): LiveReadsState {
  return {
    ...emptyDay(day),
    reads: mergeReads([], stored.reads, LIVE_BUFFER_READS),
    readsCount: stored.readsCount,
    suppressed: stored.suppressed,
    suppressedCount: Object.values(stored.suppressed).reduce((sum, count) => sum + count, 0),
  }
}
