import type { LogsResponse } from '@vehicle-control/protocol'
import { LIVE_BUFFER_READS } from '@vehicle-control/protocol/limits'
import { hasStatus } from '../api/http/api-error.ts'
import { CLOCK_TOLERANCE_MS } from '../api/http/server-clock.ts'
import type { ReadLogsQuery } from '../api/reads/read-logs.ts'
import type { Clock } from '../browser/clock.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'
import type { SiteTime } from '../site-time/site-time.ts'
import type { LiveReads } from './live-reads.ts'
import { lastArrival } from './merge-reads.ts'

/** Whether this browser has the reads that the hub has. */
export interface ReadsSyncState {
  readonly phase: 'loading' | 'ready' | 'failed'
  /** The moment of the hub's last answer. */
  readonly loadedAt: number | null
}

/** Fetches what the socket did not bring: the day at first, later the gaps. */
export interface ReadsSync {
  readonly state: ReadableStore<ReadsSyncState>
  /** False while reads may be missing that the hub has not sent yet. */
  isWhole(): boolean
  start(): void
  stop(): void
  /** Asks for what arrived since the newest read that is known now. */
  fillGap(): void
}

export interface ReadsSyncOptions {
  reads: LiveReads
  fetchLogs: (query: ReadLogsQuery, signal: AbortSignal) => Promise<LogsResponse>
  clock: Clock
  serverNow: () => number
  siteTime: SiteTime
}

interface Run {
  readonly abort: AbortController
  readonly signal: AbortSignal
  isBusy: boolean
  /** Asked for while busy: what arrived meanwhile may be missing from the answer under way. */
  isAskedAgain: boolean
  /** The bounds of what may be missing; null where nothing is known to be. */
  missing: Pick<ReadLogsQuery, 'from' | 'receivedFrom'> | null
}

const OVERLAP_MS = 5000
const RETRY_MS = 5000

/** Makes one call at a time, and tries a failed one again for as long as it runs. */
export function createReadsSync(options: ReadsSyncOptions): ReadsSync {
  const { reads, fetchLogs, clock, serverNow, siteTime } = options
  const state = createStore<ReadsSyncState>({ phase: 'loading', loadedAt: null })
  let current: Run | null = null
  let cancelRetry = () => {}

  const wholeDay = () => ({ from: iso(siteTime.startOfDay(serverNow())) })
  const missingNow = (): Run['missing'] => {
    const now = serverNow()
    const at = Date.parse(lastArrival(reads.state.get().reads))
    // A read from the future was stored before the hub's clock was set back.
    const hasLoaded = state.get().loadedAt !== null && at <= now + CLOCK_TOLERANCE_MS
    return hasLoaded ? { receivedFrom: iso(at - OVERLAP_MS) } : wholeDay()
  }
  const fetchNow = async (run: Run) => {
    // Set now: reads that come during the call say nothing about those before it.
    const missing = (run.missing ??= missingNow())
    if (run.isBusy) {
      run.isAskedAgain = true
      return
    }
    run.isBusy = true
    run.isAskedAgain = false
    cancelRetry()
    try {
      const answer = await fetchLogs({ ...missing, limit: LIVE_BUFFER_READS }, run.signal)
      if (run.signal.aborted) return
      reads.addStored(answer)
      if (missing?.receivedFrom !== undefined && answer.total > LIVE_BUFFER_READS) {
        // What arrived last may have been read long ago, and fill an answer that goes by arrival.
        run.missing = wholeDay()
        run.isAskedAgain = true
      } else if (!run.isAskedAgain) run.missing = null
      state.set({ phase: 'ready', loadedAt: clock.now() })
    } catch (problem) {
      if (run.signal.aborted) return
      state.set({ ...state.get(), phase: 'failed' })
      // 401 ends the session: nothing to ask for any more.
      if (!hasStatus(problem, 401)) {
        cancelRetry = clock.after(RETRY_MS, () => void fetchNow(run))
      }
    } finally {
      run.isBusy = false
    }
    if (run.isAskedAgain && !run.signal.aborted && state.get().phase === 'ready') {
      await fetchNow(run)
    }
  }

  return {
    state,
    isWhole: () => current !== null && current.missing === null,
    start() {
      if (current) return
      const abort = new AbortController()
      const { signal } = abort
      current = { abort, signal, isBusy: false, isAskedAgain: false, missing: null }
      state.set({ phase: 'loading', loadedAt: null })
      void fetchNow(current)
    },
    stop() {
      cancelRetry()
      current?.abort.abort()
      current = null
    },
    fillGap() {
      if (current) void fetchNow(current)
    },
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
