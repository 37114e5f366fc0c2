import type { ChartLook } from './time-chart.ts'

/** Measurements further apart than this, in seconds, are not joined by a line. */
const HOLE = 5 * 60

let format: Intl.NumberFormat | undefined

/** A measurement as people of the site write it, to two decimals at most: 1.234,5 */
export function formatMeasured(value: number): string {
  return (format ??= new Intl.NumberFormat('es-CO', { maximumFractionDigits: 2 })).format(value)
}

const LOOK: Omit<ChartLook, 'times'> = {
  // Constant values are drawn as a line in the middle.
  range(_, min, max) {
    const room = Math.max((max - min) * 0.08, 0.5)
    return [min - room, max + room]
  },
  steps: [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1e5, 1e6],
  format: formatMeasured,
  gaps(chart, _, first, last, gaps) {
    const times = chart.data[0]
    const found = [...gaps]
    for (let i = first + 1; i <= last; i++) {
      const [from = 0, to = 0] = [times[i - 1], times[i]]
      if (to - from <= HOLE) continue
      found.push([chart.valToPos(from, 'x', true), chart.valToPos(to, 'x', true)])
    }
    return found
  },
}

/**
 * A chart of the measurements of the last `spanMs`, whose axis of time is that span, however few
 * there are. It need not begin at zero, and has a gap where nothing was measured. `now` is the
 * hub's time in epoch milliseconds.
 */
export function measuredLook(spanMs: number, now: () => number): ChartLook {
  return {
    ...LOOK,
    times({ data: [times] }) {
      // A sample's time may be a little ahead of the hub's.
      const end = Math.max(now() / 1000, times.at(-1) ?? 0)
      return [end - spanMs / 1000, end]
    },
  }
}
