import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox } from '@mantine/core'
import { Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { useIsWall } from '../../components/wall/wall.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { useMapAgents } from '../../live/use-agents.ts'
import { useFreshness } from '../../live/use-freshness.ts'
import { FULL_MAP } from '../../map/map-settings.ts'
import { MapNotice } from '../../map/MapNotice.tsx'
import { createScanWatch } from '../../map/scans/scan-watch.ts'
import { formatCount, type SiteTime } from '../../site-time/site-time.ts'
import { useSoundOn } from '../../sound/use-sound-on.ts'
import { MAP_TEXTS } from '../../texts/map.ts'
import { LaterMap } from './later-map.ts'
import { RefreshField } from './RefreshField.tsx'
import { refreshSeconds } from './refresh-seconds.ts'
import classes from './map-screen.module.css'

const EmptyScene = lazyPart(
  async () => (await import('../../components/first-steps/EmptyScene.tsx')).EmptyScene,
)
const ScanSound = lazyPart(async () => (await import('./MapSound.tsx')).ScanSound)
const ToastSound = lazyPart(async () => (await import('./MapSound.tsx')).ToastSound)

/** The map with the bar and notice above it. */
export function MapBoard({ siteTime }: { siteTime: SiteTime }) {
  const { feed, agents } = useLiveLink()
  const [search, setSearch] = useSearchParams()
  const refresh = search.get('refresh')
  const fetched = useMapAgents(useApp(), refreshSeconds(refresh) * 1000)
  const [isFollowing, setFollowing] = useState(true)
  const [scans] = useState(() => createScanWatch(feed, agents))
  useEffect(() => scans.start(), [scans])
  const { located, total, online } = useStore(agents.summary, (summary) => summary)
  const last = useStore(scans.last, (scan) => scan)
  // By the answer, too: the directory gets it after a drawing, in which nothing is to seem missing.
  const lacks = located === 0 && !fetched.error && fetched.lacks
  const { isStale } = useFreshness(fetched.loadedAt)
  const isSoundOn = useSoundOn()
  const isWall = useIsWall()
  // Loaded with the first toast, which has the switch: reads right after it is pressed are to
  // sound.
  const hasSound = isSoundOn || last !== null
  // Drawn a moment later, since it would delay all of the first drawing.
  const hasMap = useDeferredValue(true, false)

  const choose = (seconds: string) =>
    setSearch(
      (now) => {
        now.set('refresh', seconds)
        return now
      },
      { replace: true },
    )
  return (
    <>
      <div className={classes.bar}>
        <span className="strong">
          {isWall
            ? MAP_TEXTS.onlineOf(formatCount(online), formatCount(total))
            : MAP_TEXTS.located(fetched.loadedAt || located ? formatCount(located) : '—')}
        </span>
        <Checkbox
          size="sm"
          label={MAP_TEXTS.follow}
          checked={isFollowing}
          onChange={(event) => setFollowing(event.currentTarget.checked)}
        />
        <RefreshField value={refresh} onChange={choose} />
        <span className={classes.last}>{last && MAP_TEXTS.last(last.name, last.code)}</span>
      </div>
      <Suspense>{hasSound && <ScanSound scans={scans} />}</Suspense>
      <div className={classes.notice}>
        <MapNotice fetched={fetched} failed={MAP_TEXTS.failed} />
      </div>
      <div className={classes.map} data-stale={isStale || undefined}>
        {hasMap && (
          <Suspense>
            <LaterMap
              settings={FULL_MAP}
              siteTime={siteTime}
              scans={scans}
              isFollowing={isFollowing}
              isReady={!fetched.isLoading || located > 0}
              focus={search.get('focus')}
              sound={
                <Suspense>
                  <ToastSound />
                </Suspense>
              }
            />
          </Suspense>
        )}
        {lacks && (
          <div className={classes.empty}>
            <Suspense>
              <EmptyScene missing={total > 0 ? 'places' : lacks} />
            </Suspense>
          </div>
        )}
      </div>
    </>
  )
}
