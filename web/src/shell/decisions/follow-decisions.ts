import { LIVE_BUFFER_READS } from '@vehicle-control/protocol/limits'
import type { Clock } from '../../browser/clock.ts'
import { shownDecision } from '../../components/shown-decision.tsx'
import type { ShownDecision } from '../../live/decisions.ts'
import type { LiveFeed } from '../../live/feed.ts'
import { decisionIn } from '../../live/later-events.ts'
import type { LiveLink } from '../../live/LiveLink.tsx'

/** As often as a table is drawn in a flood: each change draws it. */
const REST_MS = 250

/**
 * Gives the screens what gates decide, as its events come and as stored reads tell it, until the
 * function that it returns is called. Of events it remembers as many as a live list has reads.
 */
export function followDecisions(
  { feed, decisions }: Pick<LiveLink, 'decisions'> & { feed: Pick<LiveFeed, 'subscribe'> },
  clock: Clock,
): () => void {
  const heard = new Map<string, ShownDecision>()
  let cancelRest: (() => void) | null = null
  let hasMore = true
  const show = () => {
    cancelRest = null
    if (!hasMore) return
    hasMore = false
    // Another function each time: who follows the store is to ask again.
    decisions.set(({ id, decision }) => (decision ? shownDecision(decision) : heard.get(id)))
    cancelRest = clock.after(REST_MS, show)
  }
  show()
  const unsubscribe = feed.subscribe((events) => {
    for (const told of events.map(decisionIn)) {
      if (!told) continue
      heard.set(told.read, shownDecision(told.decision))
      hasMore = true
    }
    for (const oldest of heard.keys()) {
      if (heard.size <= LIVE_BUFFER_READS) break
      heard.delete(oldest)
    }
    if (hasMore && cancelRest === null) show()
  })
  return () => {
    unsubscribe()
    cancelRest?.()
  }
}
