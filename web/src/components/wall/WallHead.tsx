import './wall-page.css'
import { type ReactNode, useMemo, useRef } from 'react'
import { useSiteTimeZone } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { createSiteTime } from '../../site-time/site-time.ts'
import { WALL_TEXTS } from '../../texts/reads/wall.ts'
import { ScreenTitle } from '../ScreenTitle.tsx'
import { useSiteTitle } from '../use-site-title.ts'
import { useSiteNow } from '../use-site-now.ts'
import { emsOf, fitType } from './fit-type.ts'
import { useRoom } from './use-room.ts'
import classes from './wall-head.module.css'

interface WallHeadProps {
  title: string
  /** The state of the data, beside the clock. */
  children?: ReactNode
}

/** In rem: 35 px at 1080p, on two lines where it is long. */
const NAME = { height: 2.25, largest: 1.375 }
/** Between the name and the title. */
const GAP_REM = 0.9

/** What stands above a wall's picture: the site by its whole name, the screen's title, and the time. */
export function WallHead({ title, children }: WallHeadProps) {
  const name = useSiteTitle()
  const names = useRef<HTMLDivElement>(null)
  const { width, remPx } = useRoom(names)
  const room = width / remPx - emsOf(title) - GAP_REM
  return (
    <div className={classes.head} data-states={children !== undefined || undefined}>
      <div ref={names} className={classes.names}>
        <strong style={{ fontSize: `${fitType(name, { ...NAME, width: room })}rem` }}>
          {name}
        </strong>
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
