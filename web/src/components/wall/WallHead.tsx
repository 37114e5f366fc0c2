import './wall-page.css'
import { type ReactNode, useMemo } from 'react'
import { useSiteTimeZone } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { createSiteTime } from '../../site-time/site-time.ts'
import { WALL_TEXTS } from '../../texts/reads/wall.ts'
import { ScreenTitle } from '../ScreenTitle.tsx'
import { useSiteTitle } from '../use-site-title.ts'
import { useSiteNow } from '../use-site-now.ts'
import classes from './wall-head.module.css'

interface WallHeadProps {
  title: string
  /** The state of the data, beside the clock. */
  children?: ReactNode
}

/** The line above a wall's picture: the site, the screen's title, and the time there. */
export function WallHead({ title, children }: WallHeadProps) {
  return (
    <div className={classes.head}>
      <div className={classes.names}>
        <strong>{useSiteTitle()}</strong>
        <ScreenTitle>{title}</ScreenTitle>
      </div>
      <div className={classes.states}>
        {children}
        <Clock />
      </div>
    </div>
  )
}

const MINUTE_MS = 60_000

function Clock() {
  const timeZone = useSiteTimeZone(useApp())
  const site = useMemo(() => timeZone && createSiteTime(timeZone), [timeZone])
  const now = useSiteNow(MINUTE_MS)
  if (!site) return null
  const [year = 0, month = 1, day = 1] = site.day(now).split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return (
    <time className={classes.clock} dateTime={new Date(now).toISOString()}>
      <span>{WALL_TEXTS.date(date)}</span>
      <strong>{site.clock(now).slice(0, 5)}</strong>
    </time>
  )
}
