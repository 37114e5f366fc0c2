import type { CDPSession, Page } from 'playwright-core'

/** What a page holds after its garbage was collected. */
export interface HeapPoint {
  minute: number
  megabytes: number
  nodes: number
  listeners: number
}

/** Collects the garbage of the page, and measures what stays. */
export async function heapPoint(devtools: CDPSession, minute: number): Promise<HeapPoint> {
  // What the first round finalizes goes with the second one.
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
  return { minute, megabytes: usedSize / 1e6, nodes, listeners: jsEventListeners }
}

/** The debugger of a page, ready for `heapPoint`. */
export async function heapDevtools(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.enable')
  return devtools
}

/** The line through the points by least squares: how much the value grows in a minute. */
export function slope(points: readonly HeapPoint[], value: (point: HeapPoint) => number): number {
  const mean = (of: (point: HeapPoint) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [middle, level] = [mean(({ minute }) => minute), mean(value)]
  let [rise, run] = [0, 0]
  for (const point of points) {
    rise += (point.minute - middle) * (value(point) - level)
    run += (point.minute - middle) ** 2
  }
  return rise / run
}
