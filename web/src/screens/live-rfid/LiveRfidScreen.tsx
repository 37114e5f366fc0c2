import { Suspense, useEffect, useState } from 'react'
import { useSiteTimeZone } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { useIsWall } from '../../components/wall/wall.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { TEXTS } from '../../texts/app.ts'
import { createDayWatch } from './day-watch.ts'
import { LiveBoard } from './LiveBoard.tsx'
import classes from './live-rfid.module.css'

const LiveWall = lazyPart(async () => (await import('./wall/LiveWall.tsx')).LiveWall)

/** Reads as they happen. */
export function LiveRfidScreen() {
  const timeZone = useSiteTimeZone(useApp())
  const isWall = useIsWall()
  return (
    <div className={isWall ? undefined : classes.screen}>
      {!isWall && <ScreenTitle>{TEXTS.nav.live}</ScreenTitle>}
      {timeZone && <Watched key={timeZone} timeZone={timeZone} isWall={isWall} />}
    </div>
  )
}

/** Loads the rest of what a wall shows. */
LiveRfidScreen.loadWall = LiveWall.load

function Watched({ timeZone, isWall }: { timeZone: string; isWall: boolean }) {
  const app = useApp()
  const link = useLiveLink()
  const [watch] = useState(() => createDayWatch(app, link, timeZone))
  useEffect(() => {
    watch.start()
    return watch.stop
  }, [watch])
  if (!isWall) return <LiveBoard watch={watch} />
  return (
    <Suspense>
      <LiveWall watch={watch} />
    </Suspense>
  )
}
