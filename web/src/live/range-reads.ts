import type { LogsResponse, ScanEvent } from '@vehicle-control/protocol'
import { LIVE_BUFFER_READS } from '@vehicle-control/protocol/limits'
import { hasStatus } from '../api/http/api-error.ts'
import type { ReadLogsQuery } from '../api/reads/read-logs.ts'
import type { TimeSpan } from '../api/reads/time-span.ts'
import type { Clock } from '../browser/clock.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'
import { mergeReads } from './merge-reads.ts'
import { scanOfLog } from './read-list.ts'
import { createRecentIds } from './recent-ids.ts'

/** The reads of a span of time. */
export interface RangeReadsState {
  /** `off`: no span is chosen; `refused`: the chosen bounds make no sense. */
  readonly phase: 'off' | 'refused' | 'loading' | 'ready' | 'failed'
  readonly span: TimeSpan | null
  /** Newest first by their own time, at most `LIVE_BUFFER_READS`. */
  readonly reads: readonly ScanEvent[]
  /** How many reads came, also those that the list has no room for. */
  readonly received: number
  /** There are more reads of the span than the list has room for. */
  readonly isPart: boolean
}

/** The hub's stored reads of a span, and those that come meanwhile and fall into it. */
export interface RangeReads {
  readonly state: ReadableStore<RangeReadsState>
  /** Shows a span, with what is known of it already; null where its bounds make no sense. */
  show(span: TimeSpan | null, known: readonly ScanEvent[]): void
  readonly hide: () => void
  addReads(reads: readonly ScanEvent[]): void
  /** Asks again for what may be missing. */
  readonly refetch: () => void
}

export interface RangeReadsOptions {
  fetchLogs: (query: ReadLogsQuery, signal: AbortSignal) => Promise<LogsResponse>
  clock: Clock
  /** True for reads that this screen is not to show. */
  isHidden: (read: ScanEvent) => boolean
  /** The moment (epoch milliseconds) before which hardly any read is hidden. */
  hiddenFrom: () => number
}

const RETRY_MS = 5000
const REMEMBERED_IDS = 5000
const OFF: RangeReadsState = { phase: 'off', span: null, reads: [], received: 0, isPart: false }

/** Makes no call before `show`; a failed one is made again for as long as the span is shown. */
export function createRangeReads(options: RangeReadsOptions): RangeReads {
  const { fetchLogs, clock, isHidden, hiddenFrom } = options
  const state = createStore(OFF)
  const receivedIds = createRecentIds(REMEMBERED_IDS)
  let abort = new AbortController()
  let cancelRetry = () => {}

  const addReads = (incoming: readonly ScanEvent[]) => {
    const now = state.get()
    const { span } = now
    if (!span) return
    const kept = incoming.filter((read) => isIn(span, read) && !isHidden(read))
    const fresh = kept.reduce((count, read) => count + (receivedIds.add(read.id) ? 1 : 0), 0)
    const reads = mergeReads(now.reads, kept, LIVE_BUFFER_READS)
    if (fresh === 0 && reads === now.reads) return
    const received = now.received + fresh
    state.set({ ...now, reads, received, isPart: now.isPart || received > LIVE_BUFFER_READS })
  }
  const stop = () => {
    abort.abort()
    cancelRetry()
  }
  /** Takes the newest reads of the span; true where there are more of them. */
  const fetchSpan = async (span: TimeSpan, signal: AbortSignal): Promise<boolean> => {
    const end = span.to === null ? {} : { to: new Date(span.to).toISOString() }
    const query = { from: new Date(span.from).toISOString(), ...end, limit: LIVE_BUFFER_READS }
    const { logs, total } = await fetchLogs(query, signal)
    if (signal.aborted) return false
    const reads = logs.map(scanOfLog)
    addReads(reads)
    if (total <= LIVE_BUFFER_READS) return false
    const to = Math.min(span.to ?? Number.POSITIVE_INFINITY, hiddenFrom() - 1)
    // Hidden reads can fill a whole answer, and the reads to show are older then.
    const isBefore = to >= span.from && to !== span.to && reads.some(isHidden)
    return isBefore ? await fetchSpan({ from: span.from, to }, signal) : true
  }
  const fetchNow = async (span: TimeSpan) => {
    stop()
    const { signal } = (abort = new AbortController())
    try {
      const isPart = await fetchSpan(span, signal)
      if (signal.aborted) return
      const now = state.get()
      state.set({ ...now, phase: 'ready', isPart: isPart || now.received > LIVE_BUFFER_READS })
    } catch (problem) {
      if (signal.aborted) return
      // The reads shown stay, and new ones come as events.
      if (state.get().phase !== 'ready') state.set({ ...state.get(), phase: 'failed' })
      // 401 ends the session: nothing to ask for any more.
      if (!hasStatus(problem, 401)) {
        cancelRetry = clock.after(RETRY_MS, () => void fetchNow(span))
      }
    }
  }

  return {
    state,
    addReads,
    show(span, known) {
      stop()
      receivedIds.clear()
      state.set({ ...OFF, span, phase: span ? 'loading' : 'refused' })
      if (!span) return
      addReads(known)
      void fetchNow(span)
    },
    hide() {
      stop()
      state.set(OFF)
    },
    refetch() {
      const { span } = state.get()
      if (span) void fetchNow(span)
    },
  }
}

function isIn({ from, to }: TimeSpan, { ts }: ScanEvent): boolean {
  const at = Date.parse(ts)
  return at >= from && (to === null || at <= to)
}
