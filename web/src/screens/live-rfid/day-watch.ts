import type { ScanEvent, SuppressedEvent } from '@vehicle-control/protocol'
import { fetchReadLogs } from '../../api/reads/read-logs.ts'
import type { AppParts } from '../../app-parts.ts'
import { createLiveReads, type LiveReads } from '../../live/live-reads.ts'
import type { LiveLink } from '../../live/LiveLink.tsx'
import { createPacedReads, type PacedReads } from '../../live/paced-reads.ts'
import { createReadsSync, type ReadsSync } from '../../live/reads-sync.ts'
import { createSiteTime, type SiteTime } from '../../site-time/site-time.ts'

/** The stores and calls behind the live screen, for as long as it is open. */
export interface DayWatch {
  readonly siteTime: SiteTime
  readonly reads: LiveReads
  readonly sync: ReadsSync
  /** The reads that the table shows. */
  readonly paced: PacedReads
  start(): void
  readonly stop: () => void
}

/** Joins what the socket brings and what the API answers into one list of today's reads. */
export function createDayWatch(app: AppParts, link: LiveLink, timeZone: string): DayWatch {
  const siteTime = createSiteTime(timeZone)
  const { clock, storage, page } = app
  const serverNow = app.serverClock.now
  const reads = createLiveReads({ clock, serverNow, siteTime, storage })
  const sync = createReadsSync({
    reads,
    fetchLogs: (query, signal) => fetchReadLogs(app.api, query, signal),
    clock,
    serverNow,
    siteTime,
  })
  const paced = createPacedReads(reads.state, clock)
  let stops: (() => void)[] = []

  const followFeed = () =>
    link.feed.subscribe((events) => {
      const scans: ScanEvent[] = []
      const repeats: SuppressedEvent[] = []
      for (const event of events) {
        if (event.kind === 'read') scans.push(event.event)
        else if (event.kind === 'suppressed') repeats.push(event.event)
      }
      if (scans.length > 0) reads.addReads(scans)
      if (repeats.length > 0) reads.addSuppressed(repeats)
    })
  const followConnection = () => {
    let wasConnected = link.connection.state.get().connected
    return link.connection.state.subscribe(() => {
      const { connected } = link.connection.state.get()
      if (connected && !wasConnected) sync.fillGap()
      wasConnected = connected
    })
  }

  return {
    siteTime,
    reads,
    sync,
    paced,
    start() {
      if (stops.length > 0) return
      reads.start()
      paced.start()
      stops = [followFeed(), followConnection(), page.onLeave(reads.save)]
      sync.start()
    },
    stop() {
      sync.stop()
      paced.stop()
      for (const stop of stops) stop()
      stops = []
      reads.stop()
    },
  }
}
