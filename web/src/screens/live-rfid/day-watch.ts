import type { ScanEvent } from '@vehicle-control/protocol'
import { mayEdit } from '../../api/auth/person.ts'
import { fetchReadLogs, type ReadLogsQuery } from '../../api/reads/read-logs.ts'
import type { TimeSpan } from '../../api/reads/time-span.ts'
import type { AppParts } from '../../app-parts.ts'
import type { ReadableStore } from '../../browser/external-store.ts'
import { isCleared } from '../../live/clearing.ts'
import { createLiveReads, type LiveReads } from '../../live/live-reads.ts'
import type { LiveLink } from '../../live/LiveLink.tsx'
import { createPacedReads, type PacedReads, type ReadSource } from '../../live/paced-reads.ts'
import { createRangeReads, type RangeReads } from '../../live/range-reads.ts'
import { createReadsSync, type ReadsSync } from '../../live/reads-sync.ts'
import { createSiteTime, type SiteTime } from '../../site-time/site-time.ts'
import { noteRegistered } from '../../live/registered-now.ts'
import { createDayCounts, type DayCounting } from './day-counts.ts'

/** The stores and calls behind the live screen, for as long as it is open. */
export interface DayWatch {
  readonly siteTime: SiteTime
  readonly now: () => number
  /** The person may register a tag that no asset has. */
  readonly mayRegister: boolean
  readonly reads: LiveReads
  readonly sync: ReadsSync
  /** The reads of the dates that are set. */
  readonly range: RangeReads
  /** The reads that the table shows: those of the range, else those of today. */
  readonly paced: PacedReads
  readonly counts: DayCounting
  showRange(span: TimeSpan | null): void
  readonly hideRange: () => void
  /** Asks for all that may be missing. */
  readonly fillGap: () => void
  /** Empties the day on this browser, and returns what was in it. */
  readonly clearDay: () => readonly ScanEvent[]
  start(): void
  readonly stop: () => void
}

/** Joins what the socket brings and what the API answers into the lists that the screen shows. */
export function createDayWatch(app: AppParts, link: LiveLink, timeZone: string): DayWatch {
  const siteTime = createSiteTime(timeZone)
  const { clock, storage, page } = app
  const serverNow = app.serverClock.now
  const fetchLogs = async (query: ReadLogsQuery, signal: AbortSignal) => {
    const answer = await fetchReadLogs(app.api, query, { signal })
    noteRegistered(link, answer.logs)
    return answer
  }
  const person = app.session.state.get()
  const mayStore = () => app.session.isStillOf(person)
  const reads = createLiveReads({ clock, serverNow, siteTime, storage, mayStore })
  const sync = createReadsSync({ reads, fetchLogs, clock, serverNow, siteTime })
  let clearedDay = { day: '', start: '' }
  const isHidden = (read: ScanEvent) => {
    const { day, clearing } = reads.state.get()
    if (!isCleared(read, clearing)) return false
    if (clearedDay.day !== day) {
      clearedDay = { day, start: new Date(siteTime.startOfDay(serverNow())).toISOString() }
    }
    // Reads of other days were not on the screen when it was emptied.
    return read.received_at >= clearedDay.start
  }
  const hiddenFrom = () => siteTime.startOfDay(serverNow())
  const range = createRangeReads({ fetchLogs, clock, isHidden, hiddenFrom })
  const source: ReadableStore<ReadSource> = {
    get: () => (range.state.get().phase === 'off' ? reads.state : range.state).get(),
    subscribe(listener) {
      const stops = [reads.state.subscribe(listener), range.state.subscribe(listener)]
      return () => stops.forEach((stop) => stop())
    },
  }
  const paced = createPacedReads(source, clock)
  const counts = createDayCounts(reads, sync, link)
  let stops: (() => void)[] = []

  const followFeed = () =>
    link.feed.subscribe((events) => {
      const scans: ScanEvent[] = []
      for (const event of events) {
        if (event.kind === 'read') scans.push(event.event)
      }
      if (scans.length === 0) return
      reads.addReads(scans)
      range.addReads(scans)
    })
  const fillGap = () => {
    sync.fillGap()
    range.refetch()
  }
  const followConnection = () => {
    let wasConnected = link.connection.state.get().connected
    return link.connection.state.subscribe(() => {
      const { connected } = link.connection.state.get()
      if (connected && !wasConnected) fillGap()
      wasConnected = connected
    })
  }
  const showRange = (span: TimeSpan | null) => range.show(span, reads.state.get().reads)

  return {
    siteTime,
    now: serverNow,
    mayRegister: mayEdit(app.session.state.get()),
    reads,
    sync,
    range,
    paced,
    counts,
    showRange,
    hideRange: range.hide,
    fillGap,
    clearDay() {
      const items = reads.clear(counts.now())
      const { span } = range.state.get()
      if (span) showRange(span)
      return items
    },
    start() {
      if (stops.length > 0) return
      reads.start()
      paced.start()
      stops = [followFeed(), followConnection(), counts.start(), page.onLeave(reads.save)]
      sync.start()
    },
    stop() {
      sync.stop()
      range.hide()
      paced.stop()
      for (const stop of stops) stop()
      stops = []
      reads.stop()
    },
  }
}
