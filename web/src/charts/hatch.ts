import type uPlot from 'uplot'
import type { ChartPalette } from './palette.ts'

interface HatchOptions {
  /** In the pixels of the canvas. */
  left: number
  width: number
  palette: ChartPalette
}

/** CSS pixels from one stroke to the next. */
const STEP = 6

/** Draws what stands between two places of a chart again, as strokes on a paler ground. */
export function hatch(chart: uPlot, { left, width, palette }: HatchOptions): void {
  const { ctx, bbox, series } = chart
  // What uPlot filled last; its types do not tell of it.
  const path: unknown = Reflect.get(Reflect.get(series[1] ?? {}, '_paths') ?? {}, 'fill')
  if (!(path instanceof Path2D)) return
  const step = STEP * devicePixelRatio
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, bbox.top, width, bbox.height)
  ctx.clip()
  ctx.clip(path)
  ctx.fillStyle = palette.surface
  ctx.fillRect(left, bbox.top, width, bbox.height)
  ctx.fillStyle = palette.fill
  ctx.fillRect(left, bbox.top, width, bbox.height)
  ctx.strokeStyle = palette.line
  ctx.lineWidth = step / 4
  ctx.beginPath()
  for (let x = left - bbox.height; x < left + width; x += step) {
    ctx.moveTo(x, bbox.top + bbox.height)
    ctx.lineTo(x + bbox.height, bbox.top)
  }
  ctx.stroke()
  ctx.restore()
}
