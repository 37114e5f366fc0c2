import type { LogsResponse } from '@vehicle-control/protocol'
import { LIVE_BUFFER_READS } from '@vehicle-control/protocol/limits'
import { hasStatus } from '../api/http/api-error.ts'
import type { ReadLogsQuery } from '../api/reads/read-logs.ts'
import type { Clock } from '../browser/clock.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'
import type { SiteTime } from '../site-time/site-time.ts'
import type { LiveReads } from './live-reads.ts'

/** The state of this browser's reads against the hub's. */
export interface ReadsSyncState {
  readonly phase: 'loading' | 'ready' | 'failed'
  /** The moment of the hub's last answer. */
  readonly loadedAt: number | null
}

/** Fetches what the socket did not bring: the day at first, later the gaps. */
export interface ReadsSync {
  readonly state: ReadableStore<ReadsSyncState>
  start(): void
  stop(): void
  /** Asks for what arrived since the newest known read. */
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
}

const OVERLAP_MS = 5000
const RETRY_MS = 5000

/** Makes one call at a time, and tries a failed one again for as long as it runs. */
export function createReadsSync(options: ReadsSyncOptions): ReadsSync {
  const { reads, fetchLogs, clock, serverNow, siteTime } = options
  const state = createStore<ReadsSyncState>({ phase: 'loading', loadedAt: null })
  let current: Run | null = null
  let cancelRetry = () => {}

  const fetchDay = async (signal: AbortSignal) => {
    const from = new Date(siteTime.startOfDay(serverNow())).toISOString()
    const answer = await fetchLogs({ from, limit: LIVE_BUFFER_READS }, signal)
    if (!signal.aborted) reads.addStored(answer)
  }
  const fetchGap = async (signal: AbortSignal) => {
    const newest = reads.state.get().reads[0]
    if (!newest) return fetchDay(signal)
    const receivedFrom = new Date(Date.parse(newest.received_at) - OVERLAP_MS).toISOString()
    const answer = await fetchLogs({ receivedFrom, limit: LIVE_BUFFER_READS }, signal)
    if (!signal.aborted) reads.addStored(answer)
  }
  const fetchNow = async (run: Run) => {
    if (run.isBusy) {
      run.isAskedAgain = true
      return
    }
    run.isBusy = true
    run.isAskedAgain = false
    cancelRetry()
    try {
      await (state.get().loadedAt === null ? fetchDay(run.signal) : fetchGap(run.signal))
      if (!run.signal.aborted) state.set({ phase: 'ready', loadedAt: clock.now() })
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
    start() {
      if (current) return
      const abort = new AbortController()
      current = { abort, signal: abort.signal, isBusy: false, isAskedAgain: false }
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
