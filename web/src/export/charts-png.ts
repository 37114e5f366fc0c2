import type { DayTotal, HourlyResponse } from '@vehicle-control/protocol'
import type { Heatmap } from '../api/reports/read-figures.ts'
import { heatGrid, heatNames, shortCount } from '../charts/heat.ts'
import { PALETTES } from '../charts/palette.ts'
import { type PaperChart, paperChart, type PaperChartOptions } from '../charts/paper-chart.ts'
import { dayName, dayPoints, hourlyWords, hourPoints } from '../charts/points.ts'
import { FONT_FAMILY } from '../components/font.ts'
import type { SiteClock } from '../site-time/site-clock.ts'
import { TEXTS } from '../texts/app.ts'
import { DASHBOARD_TEXTS } from '../texts/reads/dashboard.ts'

/** The contents of the picture; a chart without data is left out. */
export interface ChartsPicture {
  /** The site's name. */
  title: string
  /** Range, zone and time of making, in words. */
  caption: string
  site: SiteClock
  daily: readonly DayTotal[] | undefined
  hourly: HourlyResponse | undefined
  heatmap: Heatmap | undefined
}

interface Part {
  title: string
  height: number
  /** Draws with its top left corner at (0, 0). */
  draw: (context: CanvasRenderingContext2D) => void
}

const WIDTH = 1200
const MARGIN = 32
const INNER = WIDTH - 2 * MARGIN
const HEAD_HEIGHT = 92
const TITLE_HEIGHT = 40
const CHART_HEIGHT = 280
/** The factor by which a chart laid out for paper is enlarged, with its text. */
const CHART_SCALE = 1.5
const CELL_HEIGHT = 30
/** Two pixels for each unit are sharp on every screen. */
const SCALE = 2
const PALETTE = PALETTES.light
const FIGURES = DASHBOARD_TEXTS.dashboard

/** Charts and heatmap on one picture with titles, in light colours whatever the page's are. */
export async function chartsPng(picture: ChartsPicture): Promise<Blob> {
  const parts = partsOf(picture)
  const canvas = document.createElement('canvas')
  const height = parts.reduce((sum, part) => sum + TITLE_HEIGHT + part.height, HEAD_HEIGHT + MARGIN)
  canvas.width = WIDTH * SCALE
  canvas.height = height * SCALE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas to draw on')
  context.scale(SCALE, SCALE)
  context.fillStyle = PALETTE.surface
  context.fillRect(0, 0, WIDTH, height)
  write(
    context,
    `700 22px ${FONT_FAMILY}`,
    PALETTE.text,
    `${TEXTS.app} · ${TEXTS.nav.dashboard}`,
    44,
  )
  write(context, `400 15px ${FONT_FAMILY}`, PALETTE.muted, picture.caption, 70)
  context.textAlign = 'right'
  context.font = `600 17px ${FONT_FAMILY}`
  context.fillStyle = PALETTE.text
  context.fillText(picture.title, WIDTH - MARGIN, 44, INNER / 2)
  let top = HEAD_HEIGHT
  for (const part of parts) {
    write(context, `600 17px ${FONT_FAMILY}`, PALETTE.text, part.title, top + 24)
    context.save()
    context.translate(MARGIN, top + TITLE_HEIGHT)
    part.draw(context)
    context.restore()
    top += TITLE_HEIGHT + part.height
  }
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}

function partsOf({ daily, hourly, heatmap, site }: ChartsPicture): Part[] {
  const parts: Part[] = []
  const addChart = (
    title: string,
    chart: Pick<PaperChartOptions, 'kind' | 'points' | 'nameOf'>,
  ) => {
    const size = { width: INNER / CHART_SCALE, height: CHART_HEIGHT / CHART_SCALE }
    const laidOut = paperChart({ ...chart, ...size })
    const draw: Part['draw'] = (context) => drawChart(context, laidOut, size.width)
    parts.push({ title, height: CHART_HEIGHT, draw })
  }
  if (daily) addChart(FIGURES.daily, { kind: 'days', points: dayPoints(daily), nameOf: dayName })
  if (hourly) {
    const { title, nameOf } = hourlyWords(hourly.unit, site)
    const kind = hourly.unit === 'day' ? 'days' : 'hours'
    addChart(title, { kind, points: hourPoints(hourly.hours), nameOf })
  }
  if (heatmap) {
    const draw: Part['draw'] = (context) => drawHeat(context, heatmap, site)
    parts.push({ title: FIGURES.heatmap, height: 8 * CELL_HEIGHT, draw })
  }
  return parts
}

function drawChart(context: CanvasRenderingContext2D, chart: PaperChart, width: number): void {
  const { left, bottom, bars, area, line, rows, columns } = chart
  context.scale(CHART_SCALE, CHART_SCALE)
  context.font = `400 9.5px ${FONT_FAMILY}`
  context.strokeStyle = PALETTE.grid
  context.lineWidth = 0.8
  for (const { at, text } of rows) {
    context.stroke(new Path2D(`M${left} ${at}H${width}`))
    context.textAlign = 'right'
    context.fillStyle = PALETTE.muted
    context.fillText(text, left - 5, at + 3)
  }
  context.textAlign = 'center'
  for (const { at, text } of columns) context.fillText(text, at, bottom + 13)
  context.fillStyle = PALETTE.line
  for (const { x, y, width: wide, height } of bars) context.fillRect(x, y, wide, height)
  context.fillStyle = PALETTE.fill
  context.fill(new Path2D(area))
  context.strokeStyle = PALETTE.line
  context.lineWidth = 1.4
  context.lineJoin = 'round'
  context.stroke(new Path2D(line))
}

function drawHeat(context: CanvasRenderingContext2D, heatmap: Heatmap, site: SiteClock): void {
  const labelWidth = 64
  const width = (INNER - labelWidth) / 24
  context.textBaseline = 'middle'
  context.font = `400 13px ${FONT_FAMILY}`
  const center = (text: string, hr: number, row: number, color: string) => {
    context.textAlign = 'center'
    context.fillStyle = color
    context.fillText(text, labelWidth + (hr + 0.5) * width, (row + 0.5) * CELL_HEIGHT)
  }
  for (let hr = 0; hr < 24; hr++) center(String(hr).padStart(2, '0'), hr, 0, PALETTE.muted)
  const grid = heatGrid(heatmap, site)
  const names = heatNames(grid)
  for (const [dow, row] of grid.rows.entries()) {
    context.textAlign = 'left'
    context.fillStyle = PALETTE.muted
    context.fillText(names[dow] ?? '', 0, (dow + 1.5) * CELL_HEIGHT)
    for (const [hr, { total, level }] of row.entries()) {
      const { fill, text } = PALETTE.heat[level] ?? { fill: PALETTE.surface, text: PALETTE.text }
      context.fillStyle = fill
      context.fillRect(labelWidth + hr * width, (dow + 1) * CELL_HEIGHT, width - 2, CELL_HEIGHT - 2)
      center(shortCount(total), hr, dow + 1, text)
    }
  }
}

function write(
  context: CanvasRenderingContext2D,
  font: string,
  color: string,
  text: string,
  y: number,
) {
  context.font = font
  context.fillStyle = color
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  context.fillText(text, MARGIN, y, INNER)
}
