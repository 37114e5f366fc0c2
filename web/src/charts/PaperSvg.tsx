import { useId } from 'react'
import { PALETTES } from './palette.ts'
import { type PaperChart, paperChart, type PaperChartOptions } from './paper-chart.ts'
import classes from './paper-svg.module.css'

const { line, fill, grid } = PALETTES.light

interface PaperSvgProps extends PaperChartOptions {
  /** The chart in words. */
  label: string
}

/** A chart as vectors, for the printer's full resolution; what is not over is hatched. */
export function PaperSvg({ label, ...options }: PaperSvgProps) {
  const hatch = useId()
  const chart = paperChart(options)
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${options.width} ${options.height}`}
      // An svg in the page is drawn in vectors; as the file of an img it would have no font.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
    >
      <pattern
        id={hatch}
        width="2.4"
        height="2.4"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <path d="M1.2 0V2.4" stroke={line} strokeWidth="0.7" />
      </pattern>
      <Axes chart={chart} width={options.width} />
      {chart.bars.map(({ isOpen, ...bar }) => (
        <rect
          key={bar.x}
          {...bar}
          rx="1.5"
          fill={isOpen ? `url(#${hatch})` : line}
          stroke={isOpen ? line : undefined}
          strokeWidth="0.6"
        />
      ))}
      {chart.area && <path d={chart.area} fill={fill} />}
      {chart.openArea && <path d={chart.openArea} fill={`url(#${hatch})`} />}
      {chart.line && (
        <path d={chart.line} fill="none" stroke={line} strokeWidth="1.2" strokeLinejoin="round" />
      )}
    </svg>
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
