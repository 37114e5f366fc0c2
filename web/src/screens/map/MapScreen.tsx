import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/FloatingIndicator.css'
import { SegmentedControl } from '@mantine/core'
import { Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSiteTimeZone } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { useIsWall } from '../../components/wall/wall.ts'
import { createSiteTime } from '../../site-time/site-time.ts'
import { MAP_TEXTS } from '../../texts/map.ts'
import classes from './map-screen.module.css'
import { MapBoard } from './MapBoard.tsx'

const VIEWS = [
  { value: 'map', label: MAP_TEXTS.views.map },
  { value: 'status', label: MAP_TEXTS.views.status },
]

const WallHead = lazyPart(async () => (await import('../../components/wall/WallHead.tsx')).WallHead)
const StatusView = lazyPart(async () => (await import('./status/StatusView.tsx')).StatusView)

/** The site's agents, and what is read at them: on a map, or as a list with their states. */
export function MapScreen() {
  const timeZone = useSiteTimeZone(useApp())
  const siteTime = useMemo(() => timeZone && createSiteTime(timeZone), [timeZone])
  const [search, setSearch] = useSearchParams()
  const view = search.get('view') === 'status' ? 'status' : 'map'
  const choose = (wanted: string) =>
    setSearch((now) => {
      if (wanted === 'map') now.delete('view')
      else now.set('view', wanted)
      now.delete('focus')
      return now
    })
  return (
    <div className={classes.screen} data-view={view}>
      <div className={classes.head}>
        {useIsWall() ? (
          <Suspense>
            <WallHead title={MAP_TEXTS.title} />
          </Suspense>
        ) : (
          <>
            <ScreenTitle>{MAP_TEXTS.title}</ScreenTitle>
            <SegmentedControl
              aria-label={MAP_TEXTS.view}
              data={VIEWS}
              value={view}
              onChange={choose}
              transitionDuration={0}
            />
          </>
        )}
      </div>
      {view === 'status' ? (
        <Suspense>
          <StatusView />
        </Suspense>
      ) : (
        siteTime && <MapBoard siteTime={siteTime} />
      )}
    </div>
  )
}
