import type { LogsResponse, ScanEvent } from '@vehicle-control/protocol'
import { LIVE_BUFFER_READS } from '@vehicle-control/protocol/limits'
import { CLOCK_TOLERANCE_MS } from '../api/http/server-clock.ts'
import { ScanEvent as ScanShape } from '../api/reads/shapes.ts'
import type { Clock } from '../browser/clock.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'
import type { SiteTime } from '../site-time/site-time.ts'
import { type Clearing, isCleared, parseClearing } from './clearing.ts'
import { CLEARING, pruneDays, READS } from './day-keys.ts'
import { lastArrival, mergeReads } from './merge-reads.ts'
import { scanOfLog } from './read-list.ts'
import { createRecentIds } from './recent-ids.ts'
import { hasPlainTimes } from './tolerant-events.ts'

/** Today's reads as far as this browser knows them. */
export interface LiveReadsState {
  readonly day: string
  /** Newest first by their own time, at most `LIVE_BUFFER_READS`; none that was cleared. */
  readonly reads: readonly ScanEvent[]
  /**
   * How many reads came since the page was opened, also those the list has no room for any more.
   */
  readonly received: number
  /** Null where the day was not emptied. */
  readonly clearing: Clearing | null
  /** False once the browser has no room to keep the day. */
  readonly isKept: boolean
}

/** Today's live reads, kept in local storage; the list begins anew at the site's midnight. */
export interface LiveReads {
  readonly state: ReadableStore<LiveReadsState>
  start(): void
  stop(): void
  addReads(reads: readonly ScanEvent[]): void
  /** Takes the hub's stored reads; those of other days are left out. */
  addStored(answer: LogsResponse): void
  /** Empties the day, with the numbers of the day so far, and returns what was in it. */
  clear(counts: Omit<Clearing, 'at'>): readonly ScanEvent[]
  /** Puts numbers into a clearing that was made before the hub had said them. */
  settleClearing(counts: Omit<Clearing, 'at'>): void
  /** Writes pending changes to storage. */
  readonly save: () => void
}

export interface LiveReadsOptions {
  clock: Clock
  serverNow: () => number
  siteTime: SiteTime
  storage: Storage
  /** False once the person has gone: the last write of a page must not bring back what was removed. */
  mayStore: () => boolean
}

const WRITE_EVERY_MS = 2000
const CHECK_DAY_MS = 60_000
/** Well above what the 5 s overlap of a gap fill can bring at 500 reads a second. */
const REMEMBERED_IDS = 5000

/** Nothing is read from storage or written to it before `start`. */
export function createLiveReads(options: LiveReadsOptions): LiveReads {
  const { clock, serverNow, siteTime, storage, mayStore } = options
  const today = () => siteTime.day(serverNow())
  const state = createStore(emptyDay(today()))
  const receivedIds = createRecentIds(REMEMBERED_IDS)
  let isRunning = false
  let cancelWrite: (() => void) | null = null
  let cancelDayCheck = () => {}

  /** Another tab may have emptied the day of this browser. */
  const followClearing = () => {
    const now = state.get()
    const clearing = readClearing(storage, now.day)
    if (!clearing || clearing.at <= (now.clearing?.at ?? '')) return
    const reads = now.reads.filter((read) => !isCleared(read, clearing))
    state.set({ ...now, reads, clearing })
  }
  const save = () => {
    cancelWrite?.()
    if (cancelWrite === null) return
    cancelWrite = null
    if (!mayStore()) return
    followClearing()
    const { day, reads } = state.get()
    const isKept = writeDay(storage, day, reads)
    if (isKept !== state.get().isKept) state.set({ ...state.get(), isKept })
  }
  const change = (next: LiveReadsState) => {
    if (next === state.get()) return
    state.set(next)
    if (isRunning) cancelWrite ??= clock.after(WRITE_EVERY_MS, save)
  }
  const rollOver = () => {
    if (today() === state.get().day) return
    save()
    receivedIds.clear()
    const { received, isKept } = state.get()
    state.set({ ...emptyDay(today()), received, isKept })
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
  const addReads = (incoming: readonly ScanEvent[]) => {
    rollOver()
    const now = state.get()
    const { clearing } = now
    const kept = clearing ? incoming.filter((read) => !isCleared(read, clearing)) : incoming
    const fresh = kept.reduce((count, read) => count + (receivedIds.add(read.id) ? 1 : 0), 0)
    const reads = mergeReads(now.reads, kept, LIVE_BUFFER_READS)
    if (fresh === 0 && reads === now.reads) return
    change({ ...now, reads, received: now.received + fresh })
  }

  return {
    state,
    addReads,
    save,
    start() {
      if (isRunning) return
      isRunning = true
      pruneDays(storage, today())
      const clearing = readClearing(storage, today())
      const stored = readDay(storage, today()).filter((read) => !isCleared(read, clearing))
      if (clearing || stored.length > 0) {
        for (const read of stored) receivedIds.add(read.id)
        const reads = mergeReads([], stored, LIVE_BUFFER_READS)
        state.set({ ...emptyDay(today()), reads, received: reads.length, clearing })
      }
      watchDay()
    },
    stop() {
      if (!isRunning) return
      isRunning = false
      cancelDayCheck()
      save()
    },
    addStored(answer) {
      const start = new Date(siteTime.startOfDay(serverNow())).toISOString()
      addReads(answer.logs.filter((log) => log.received_at >= start).map(scanOfLog))
    },
    clear(counts) {
      rollOver()
      const now = state.get()
      // The hub's clock is known to this tolerance only: a later moment would hide reads that come
      // now.
      const until = new Date(serverNow() - CLOCK_TOLERANCE_MS).toISOString()
      const moments = [until, lastArrival(now.reads), now.clearing?.at ?? until]
      const clearing = { ...counts, at: moments.reduce((a, b) => (a > b ? a : b)) }
      change({ ...now, reads: [], clearing })
      if (isRunning) {
        writeClearing(storage, now.day, clearing)
        save()
      }
      return now.reads
    },
    settleClearing(counts) {
      const settled = state.get().clearing
      followClearing()
      const now = state.get()
      // The numbers are of a clearing that is not the last one any more.
      if (!now.clearing || now.clearing !== settled) return
      const clearing = { ...counts, at: now.clearing.at }
      change({ ...now, clearing })
      if (isRunning) writeClearing(storage, now.day, clearing)
    },
  }
}

function emptyDay(day: string): LiveReadsState {
  return { day, reads: [], received: 0, clearing: null, isKept: true }
}

/** The day's reads in local storage; none where nothing usable is stored. */
function readDay(storage: Storage, day: string): ScanEvent[] {
  const value = parseJson(storage.getItem(READS + day))
  if (typeof value !== 'object' || value === null || !('reads' in value)) return []
  try {
    const reads = Array.isArray(value.reads) ? value.reads.map((read) => ScanShape.parse(read)) : []
    return reads.every(hasPlainTimes) ? reads : []
  } catch {
    // Written by something else: the hub has the reads.
    return []
  }
}

/** False where the browser has no room for the day. */
function writeDay(storage: Storage, day: string, reads: readonly ScanEvent[]): boolean {
  return setItem(storage, READS + day, { reads })
}

/** The last clearing of the day in any tab of this browser; null where there is none. */
function readClearing(storage: Storage, day: string): Clearing | null {
  return parseClearing(parseJson(storage.getItem(CLEARING + day)))
}

/** Makes room where there is none: without the clearing a reload would bring back what was removed. */
function writeClearing(storage: Storage, day: string, clearing: Clearing): void {
  if (setItem(storage, CLEARING + day, clearing)) return
  storage.removeItem(READS + day)
  setItem(storage, CLEARING + day, clearing)
}

function setItem(storage: Storage, key: string, value: unknown): boolean {
  try {
    storage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    // Over quota: the screen goes on without storage, and a reload fetches the reads from the hub.
    return false
  }
}

function parseJson(json: string | null): unknown {
  try {
    return json === null ? null : JSON.parse(json)
  } catch {
    // The stored text is damaged.
    return null
  }
}
