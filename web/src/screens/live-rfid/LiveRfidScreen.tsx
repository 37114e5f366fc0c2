import { useEffect, useState } from 'react'
import { useSiteTimeZone } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { TEXTS } from '../../texts/app.ts'
import { createDayWatch } from './day-watch.ts'
import { LiveBoard } from './LiveBoard.tsx'
import classes from './live-rfid.module.css'

/** Reads as they happen. */
export function LiveRfidScreen() {
  const timeZone = useSiteTimeZone(useApp())
  return (
    <div className={classes.screen}>
      <ScreenTitle>{TEXTS.nav.live}</ScreenTitle>
      {timeZone && <Watched key={timeZone} timeZone={timeZone} />}
    </div>
  )
}

function Watched({ timeZone }: { timeZone: string }) {
  const app = useApp()
  const link = useLiveLink()
  const [watch] = useState(() => createDayWatch(app, link, timeZone))
  useEffect(() => {
    watch.start()
    return watch.stop
  }, [watch])
  return <LiveBoard watch={watch} />
}
