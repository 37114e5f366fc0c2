import { useMemo } from 'react'
import { useSiteTimeZone } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { createSiteTime } from '../../site-time/site-time.ts'
import { MAP_TEXTS } from '../../texts/map.ts'
import { MapBoard } from './MapBoard.tsx'
import classes from './map-screen.module.css'

/** The site's agents, and what is read at them. */
export function MapScreen() {
  const timeZone = useSiteTimeZone(useApp())
  const siteTime = useMemo(() => timeZone && createSiteTime(timeZone), [timeZone])
  return (
    <div className={classes.screen}>
      <ScreenTitle>{MAP_TEXTS.title}</ScreenTitle>
      {siteTime && <MapBoard siteTime={siteTime} />}
    </div>
  )
}
