import { Box } from '@mantine/core'
import { type CSSProperties, useEffect, useMemo, useRef } from 'react'
import { useApp } from '../../../app-parts.ts'
import { StateMark } from '../../../components/StateMark.tsx'
import { useThrottled } from '../../../components/wall/use-throttled.ts'
import { useRoom } from '../../../components/wall/use-room.ts'
import { type LiveLink, useLiveLink } from '../../../live/LiveLink.tsx'
import { useAgentStatus } from '../../../live/use-agents.ts'
import { useFreshness } from '../../../live/use-freshness.ts'
import { formatCount, type SiteTime } from '../../../site-time/site-time.ts'
import { WALL_TEXTS } from '../../../texts/reads/wall.ts'
import { Card } from './Card.tsx'
import { gateLines, gatePlaces } from './gate-lines.ts'
import classes from './dashboard-wall.module.css'

const REST_MS = 1000
/** Changes in between come as events. */
const EVERY_MS = 30_000

/** The gates with their state and their reads of today: as many as there is room for. */
export function GatePanel({ site }: { site: SiteTime }) {
  const link = useLiveLink()
  const { loadedAt, error, isLoading } = useAgentStatus(useApp(), EVERY_MS)
  useEffect(() => link.today.watch(), [link])
  const lines = useThrottled(
    useMemo(() => gatesOf(link), [link]),
    REST_MS,
  )
  const box = useRef<HTMLDivElement>(null)
  const { width, height, remPx } = useRoom(box)
  const room = { width: width / remPx, height: height / remPx }
  const { rows, shown } = gatePlaces(lines.length, room)
  const style: CSSProperties & Record<'--rows', number> = { '--rows': rows }
  const rest = lines.length - shown
  const { isStale } = useFreshness(null)
  const query = { dataUpdatedAt: loadedAt, isError: error !== null }
  return (
    <Card title={WALL_TEXTS.gates} query={query} site={site} place="panel">
      <div ref={box} className={classes.lines}>
        <ul style={style}>
          {lines.slice(0, shown).map(({ code, name, isOnline, reads }) => (
            <li key={code}>
              <span className={classes.gateName}>{name}</span>
              {isStale ? (
                <span className="muted">{WALL_TEXTS.unsure}</span>
              ) : (
                <StateMark tone={isOnline ? 'good' : 'bad'}>
                  {isOnline ? WALL_TEXTS.online : WALL_TEXTS.offline}
                </StateMark>
              )}
              <Box component="span" fw={700} ta="right">
                {formatCount(reads)}
              </Box>
            </li>
          ))}
          {rest > 0 && (
            <li className={`${classes.more} muted`}>{WALL_TEXTS.more(formatCount(rest))}</li>
          )}
        </ul>
        {lines.length === 0 && !isLoading && <p className={classes.none}>{WALL_TEXTS.noGates}</p>}
      </div>
    </Card>
  )
}

function gatesOf({ agents, today }: LiveLink) {
  return {
    get: () => gateLines(agents.list(), (code) => today.of(code).reads),
    subscribe(listener: () => void) {
      const stops = [agents.subscribe(listener), today.subscribe(listener)]
      return () => stops.forEach((stop) => stop())
    },
  }
}
