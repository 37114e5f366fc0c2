import { useApp } from '../app-parts.ts'
import { useFreshness } from '../live/use-freshness.ts'
import type { SiteTime } from '../site-time/site-time.ts'
import { WALL_TEXTS } from '../texts/reads/wall.ts'
import { StateMark } from './StateMark.tsx'

/** Says on a wall since when the hub is away; nothing while it is there. */
export function LinkState({ site }: { site: Pick<SiteTime, 'clock'> }) {
  const { clock, serverClock } = useApp()
  const { isStale, since } = useFreshness(null)
  if (!isStale || since === null) return null
  const at = since + serverClock.now() - clock.now()
  return <StateMark tone="bad">{WALL_TEXTS.lost(site.clock(at).slice(0, 5))}</StateMark>
}
