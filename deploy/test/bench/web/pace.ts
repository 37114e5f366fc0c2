import type { Page } from 'playwright-core'
import type { Figure } from '../table.ts'

/** How smoothly a page ran over a time. */
export interface Pace {
  fps: number
  /** 0 where no task took 50 ms: the browser reports no shorter ones. */
  longestTaskMs: number
}

interface PaceCount {
  frames: number
  longestTaskMs: number
  since: number
  /** The end of the last long task, by the page's clock. */
  busyUntil: number
}

const QUIET_MS = 1000

/** Counts the frames and long tasks of the page from the start of each of its documents. */
export async function watchPace(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pace: PaceCount = { frames: 0, longestTaskMs: 0, since: performance.now(), busyUntil: 0 }
    Object.assign(globalThis, { pace })
    const count = () => {
      pace.frames++
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        pace.longestTaskMs = Math.max(pace.longestTaskMs, duration)
        pace.busyUntil = startTime + duration
      }
    }).observe({ type: 'longtask' })
  })
}

/** Waits until the page has had no long task for a second. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForFunction((quietMs) => {
    const { pace } = globalThis as unknown as { pace: PaceCount }
    return performance.now() - pace.busyUntil > quietMs
  }, QUIET_MS)
}

/** Since this was last asked, or since the start of the page. */
export function takePace(page: Page): Promise<Pace> {
  return page.evaluate(() => {
    const { pace } = globalThis as unknown as { pace: PaceCount }
    const now = performance.now()
    const { frames, longestTaskMs, since } = pace
    Object.assign(pace, { frames: 0, longestTaskMs: 0, since: now })
    return { fps: frames / ((now - since) / 1000), longestTaskMs }
  })
}

/** Frames a second, held against the goal of every screen, or one of its own. */
export function framesFigure(what: string, fps: number, goalFps = 55): Figure {
  const goal = `≥ ${goalFps} fps`
  return { what, measured: `${fps.toFixed(0)} fps`, goal, reached: fps >= goalFps }
}

/** The longest task; browsers report none of under 50 ms, which are given as 0. */
export function longestTaskFigure(what: string, longestTaskMs: number, goalMs: number): Figure {
  return {
    what: `${what}, longest task`,
    measured: longestTaskMs === 0 ? 'under 50 ms' : `${longestTaskMs.toFixed(0)} ms`,
    goal: `≤ ${goalMs} ms`,
    reached: longestTaskMs <= goalMs,
  }
}
