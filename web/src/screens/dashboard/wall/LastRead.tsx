import type { ScanEvent } from '@vehicle-control/protocol'
import { useMemo } from 'react'
import { UnknownMark } from '../../../components/UnknownMark.tsx'
import { useThrottled } from '../../../components/wall/use-throttled.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import type { LiveFeed } from '../../../live/feed.ts'
import { scanOfLog } from '../../../live/read-list.ts'
import { useNoteRegistered } from '../../../live/registered-now.ts'
import type { SiteTime } from '../../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { WALL_TEXTS } from '../../../texts/reads/wall.ts'
import { Card } from './Card.tsx'
import type { WallFigures } from './use-wall-figures.ts'
import classes from './dashboard-wall.module.css'

/** How long a read is shown at least: nobody reads faster. */
const HOLD_MS = 1000

interface LastReadProps {
  query: WallFigures['today']
  site: SiteTime
}

/** The last read of today: that of the hub's answer, or a newer one that came as an event. */
export function LastRead({ query, site }: LastReadProps) {
  const { feed } = useLiveLink()
  const received = useThrottled(
    useMemo(() => lastReceived(feed), [feed]),
    HOLD_MS,
  )
  const stored = query.data?.logs[0]
  useNoteRegistered(query.data?.logs)
  const last = newer(received, stored ? scanOfLog(stored) : null)
  const vehicle = last?.vehicle
  return (
    <Card
      title={WALL_TEXTS.last}
      query={query}
      site={site}
      place="last"
      tone={last && !vehicle ? 'unknown' : undefined}
    >
      {last ? (
        <>
          <strong className={classes.plate}>
            {vehicle?.plate || <span className={classes.tag}>{last.uid}</span>}
          </strong>
          <span className={classes.meaning}>
            {last.vehicle === null && <UnknownMark read={last} />}
            <span>{site.clock(Date.parse(last.ts))}</span>
            <span>{last.agent.name || last.agent.code}</span>
          </span>
        </>
      ) : (
        <p className={classes.none}>{query.data && DASHBOARD_TEXTS.dashboard.noReads}</p>
      )}
    </Card>
  )
}

function newer(a: ScanEvent | null, b: ScanEvent | null): ScanEvent | null {
  if (!a || !b) return a ?? b
  return a.ts >= b.ts ? a : b
}

/** The last read that came as an event since the first subscription. */
function lastReceived(feed: LiveFeed) {
  let last: ScanEvent | null = null
  return {
    get: () => last,
    subscribe: (listener: () => void) =>
      feed.subscribe((events) => {
        const found = events.findLast((event) => event.kind === 'read')
        if (!found) return
        last = found.event
        listener()
      }),
  }
}
