import { Box } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { PaperSvg } from '../../charts/PaperSvg.tsx'
import { seriesSummary } from '../../charts/series-summary.ts'
import type { ChartPoint } from '../../charts/time-chart.ts'
import { useIsPrinting } from '../../paper/use-is-printing.ts'
import classes from './report.module.css'

const SIZE = { width: 380, height: 120 }
/** As wide as two. */
const WIDE = { width: 780, height: 120 }

/** As report.module.css has it. */
const PHONE = '(max-width: 40em)'

interface PaperFigureProps {
  title: string
  kind: 'days' | 'hours'
  points: readonly ChartPoint[]
  nameOf: (point: ChartPoint) => string
  /** It has the whole width. */
  isWide?: boolean
}

/** A chart as vectors, for the printer's full resolution, and its summary in words. */
export function PaperFigure({ title, kind, points, nameOf, isWide = false }: PaperFigureProps) {
  const isPhone = useMatch(PHONE)
  const isPrinting = useIsPrinting()
  // A phone would draw the wide one with type of half its size.
  const size = isWide && (isPrinting || !isPhone) ? WIDE : SIZE
  const summary = seriesSummary(points, nameOf)
  return (
    <section className={classes.part} data-wide={isWide || undefined}>
      <h2>{title}</h2>
      <PaperSvg label={`${title}. ${summary}`} {...{ kind, points, nameOf }} {...size} />
      <Box component="p" className="muted" mt="0.15rem" fz="var(--small)">
        {summary}
      </Box>
    </section>
  )
}

function useMatch(media: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const query = matchMedia(media)
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => matchMedia(media).matches,
  )
}
