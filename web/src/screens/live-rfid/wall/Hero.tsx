import { Box } from '@mantine/core'
import type { ScanEvent } from '@vehicle-control/protocol'
import { useCallback, useRef } from 'react'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import { markText, UnknownMark } from '../../../components/UnknownMark.tsx'
import { useEachSecond } from '../../../components/use-each-second.ts'
import { useRoom } from '../../../components/wall/use-room.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { formatAge, type SiteTime } from '../../../site-time/site-time.ts'
import { WALL_TEXTS } from '../../../texts/reads/wall.ts'
import { fitType } from '../../../components/wall/fit-type.ts'
import classes from './live-wall.module.css'

/** In rem: 102 px at 1080p for the plate. */
const PLATE = { height: 4.9, largest: 4 }
const WHOSE = { height: 3, largest: 1.5 }
const GATE = { height: 2.6, largest: 1.9 }
const LOCATION = { height: 2.4, largest: 1.05 }

/** The last read, large enough to be read from four metres. */
export function Hero({ read, site }: { read: ScanEvent; site: SiteTime }) {
  const [left, right] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const [leftRoom, rightRoom] = [useRoom(left), useRoom(right)]
  const { vehicle, uid, agent, ts } = read
  const link = useLiveLink()
  const now = useStore(link.tagsNow, (tags) => tags.get(uid))
  const decisionOf = useStore(link.decisions, (known) => known)
  const decision = decisionOf(read)
  const name = vehicle?.plate || vehicle?.model || uid
  const whose = vehicle
    ? [vehicle.owner, vehicle.model].filter((text) => text && text !== name).join(' · ')
    : markText(read, now)
  const gate = agent.name || agent.code
  const leftRem = leftRoom.width / leftRoom.remPx
  const rightRem = rightRoom.width / rightRoom.remPx
  const sized = (text: string, place: typeof PLATE, width: number) => ({
    fontSize: `${fitType(text, { ...place, width })}rem`,
  })
  return (
    <section
      className={classes.hero}
      aria-label={WALL_TEXTS.last}
      data-unknown={vehicle === null || undefined}
    >
      {/* A new read gets a new element, so that it is animated. */}
      <div ref={left}>
        <div key={read.id} className={classes.come}>
          <strong
            className={name === uid ? classes.heroTag : classes.heroPlate}
            style={sized(name, PLATE, leftRem)}
          >
            {name}
          </strong>
          <span className={classes.whose} style={sized(whose, WHOSE, leftRem)}>
            {vehicle === null ? <UnknownMark read={read} /> : whose}
          </span>
        </div>
      </div>
      <div ref={right} className={classes.where}>
        <div key={read.id} className={classes.come}>
          <span className={classes.heroTime}>
            <time dateTime={ts}>{site.clock(Date.parse(ts))}</time>
            <Age at={Date.parse(ts)} />
          </span>
          <strong style={sized(decision ? `${gate} ${decision.text}` : gate, GATE, rightRem)}>
            {gate}
            {decision && <> {decision.mark}</>}
          </strong>
          <span style={sized(agent.location ?? '', LOCATION, rightRem)}>{agent.location}</span>
        </div>
      </div>
    </section>
  )
}

function Age({ at }: { at: number }) {
  const { clock, serverClock } = useApp()
  const seconds = useEachSecond(
    useCallback(
      (now: number) => Math.floor((now + serverClock.now() - clock.now() - at) / 1000),
      [at, clock, serverClock],
    ),
  )
  return (
    <Box component="span" className="muted" fz="0.94rem" fw={500}>
      {WALL_TEXTS.ago(formatAge(seconds * 1000))}
    </Box>
  )
}
