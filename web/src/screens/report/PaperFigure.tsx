import { Box } from '@mantine/core'
import { useState } from 'react'
import { type PaperChart, paperChart } from '../../charts/paper-chart.ts'
import { PALETTES } from '../../charts/palette.ts'
import { seriesSummary } from '../../charts/series-summary.ts'
import type { ChartPoint } from '../../charts/time-chart.ts'
import classes from './report.module.css'

const SIZE = { width: 380, height: 132 }
/** As wide as two. */
const WIDE = { width: 780, height: 132 }
const { line, fill, grid } = PALETTES.light

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
  const size = isWide ? WIDE : SIZE
  const [chart] = useState(() => paperChart({ kind, points, nameOf, ...size }))
  const summary = seriesSummary(points, nameOf)
  return (
    <section className={classes.part} data-wide={isWide || undefined}>
      <h2>{title}</h2>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${size.width} ${size.height}`}
        // An svg in the page is drawn in vectors; as the file of an img it would have no font.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={`${title}. ${summary}`}
      >
        <Axes chart={chart} width={size.width} />
        {chart.bars.map((bar) => (
          <rect key={bar.x} {...bar} rx="1.5" fill={line} />
        ))}
        {chart.area && <path d={chart.area} fill={fill} />}
        {chart.line && (
          <path d={chart.line} fill="none" stroke={line} strokeWidth="1.2" strokeLinejoin="round" />
        )}
      </svg>
      <Box component="p" className="muted" mt="0.15rem" fz="var(--small)">
        {summary}
      </Box>
    </section>
  )
}

function Axes({ chart, width }: { chart: PaperChart; width: number }) {
  const { left, bottom, rows, columns } = chart
  return (
    <>
      {rows.map(({ at, text }) => (
        <g key={text}>
          <path d={`M${left} ${at}H${width}`} stroke={grid} strokeWidth="0.8" />
          <text x={left - 5} y={at + 3} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {columns.map(({ at, text }) => (
        <text key={at} x={at} y={bottom + 13} textAnchor="middle">
          {text}
        </text>
      ))}
    </>
  )
}
