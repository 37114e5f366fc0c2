import { Box } from '@mantine/core'
import { type ReactNode, useCallback, useId } from 'react'
import { useApp } from '../../../app-parts.ts'
import { StateMark } from '../../../components/StateMark.tsx'
import { useEachSecond } from '../../../components/use-each-second.ts'
import { useFreshness } from '../../../live/use-freshness.ts'
import type { SiteTime } from '../../../site-time/site-time.ts'
import { WALL_TEXTS } from '../../../texts/reads/wall.ts'
import classes from './dashboard-wall.module.css'

interface CardProps {
  title: string
  /** The query of its figure; left out where the figure follows events. */
  query?: { dataUpdatedAt: number; isError: boolean } | undefined
  site: SiteTime
  /** Its place in the picture. */
  place: string
  tone?: 'unknown' | undefined
  children: ReactNode
}

const FRESH = { dataUpdatedAt: 0, isError: false }

/** A titled part of the wall, which says so where its figure is out of date. */
export function Card({ title, query = FRESH, site, place, tone, children }: CardProps) {
  const titleId = useId()
  const since = useOldSince(query)
  const isMissing = query.isError && query.dataUpdatedAt === 0
  return (
    <section
      className={classes.card}
      style={{ gridArea: place }}
      data-place={place}
      aria-labelledby={titleId}
      data-tone={tone}
      data-old={since > 0 || undefined}
    >
      <Box className="row spread" data-gap="lines" data-align="baseline" fz="0.82rem">
        <h2 id={titleId}>{title}</h2>
        {since > 0 && (
          <StateMark tone="warn">{WALL_TEXTS.of(site.clock(since).slice(0, 5))}</StateMark>
        )}
        {isMissing && <StateMark tone="warn">{WALL_TEXTS.missing}</StateMark>}
      </Box>
      {children}
    </section>
  )
}

/** The time of three missed answers. */
const OLD_AFTER_MS = 100_000

interface Asked {
  readonly dataUpdatedAt: number
  readonly isError: boolean
}

/**
 * The moment of an out-of-date figure, by the hub's clock; 0 where it is up to date, or of the
 * moment that the band across the wall names while the hub is away.
 */
function useOldSince({ dataUpdatedAt, isError }: Asked): number {
  const { clock, serverClock } = useApp()
  const { isStale, since } = useFreshness(null)
  const isOld = useEachSecond(
    useCallback((now: number) => now - dataUpdatedAt > OLD_AFTER_MS, [dataUpdatedAt]),
  )
  if (dataUpdatedAt === 0 || !(isError || isOld)) return 0
  if (isStale && since !== null && since - dataUpdatedAt < OLD_AFTER_MS) return 0
  return dataUpdatedAt + serverClock.now() - clock.now()
}
