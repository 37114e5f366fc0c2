import { Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSiteTimeZone } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { useIsWall } from '../../components/wall/wall.ts'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { createSiteTime } from '../../site-time/site-time.ts'
import { MAP_TEXTS } from '../../texts/map.ts'
import { MapBoard } from './MapBoard.tsx'
import { type AgentsView, ViewSwitch } from './ViewSwitch.tsx'
import classes from './map-screen.module.css'

const WallHead = lazyPart(async () => (await import('../../components/wall/WallHead.tsx')).WallHead)
const StatusView = lazyPart(async () => (await import('./status/StatusView.tsx')).StatusView)

/** The site's agents, and what is read at them: on a map, or as a list with their states. */
export function MapScreen() {
  const timeZone = useSiteTimeZone(useApp())
  const siteTime = useMemo(() => timeZone && createSiteTime(timeZone), [timeZone])
  const [search, setSearch] = useSearchParams()
  const view = search.get('view') === 'status' ? 'status' : 'map'
  const choose = (wanted: AgentsView) =>
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
            <ViewSwitch view={view} onChange={choose} />
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
