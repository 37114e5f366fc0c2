/** Runs something at the next frame; the result cancels it. */
export type FrameScheduler = (run: () => void) => () => void

const HIDDEN_PAGE_DELAY_MS = 250

/** Next animation frame, or a timer where the page is hidden and frames have stopped. */
export function browserFrames(page: Window): FrameScheduler {
  return (run) => {
    const once = () => {
      cancel()
      run()
    }
    const frame = page.requestAnimationFrame(once)
    const timer = page.setTimeout(once, HIDDEN_PAGE_DELAY_MS)
    const cancel = () => {
      page.cancelAnimationFrame(frame)
      page.clearTimeout(timer)
    }
    return cancel
  }
}

/** Collects items and hands them over together, once a frame. */
export interface FrameBatch<T> {
  push(item: T): void
  /** Forgets what waits. */
  cancel(): void
}

/** Makes a batch; `flush` never gets an empty list. */
export function createFrameBatch<T>(
  nextFrame: FrameScheduler,
  flush: (items: T[]) => void,
): FrameBatch<T> {
  let waiting: T[] = []
  let cancelFrame: (() => void) | null = null
  return {
    push(item) {
      waiting.push(item)
      cancelFrame ??= nextFrame(() => {
        const items = waiting
        waiting = []
        cancelFrame = null
        flush(items)
      })
    },
    cancel() {
      cancelFrame?.()
      cancelFrame = null
      waiting = []
    },
  }
}
