import type { Clock } from '../../browser/clock.ts'
import { createStore, type ReadableStore } from '../../browser/external-store.ts'
import type { Scan, ScanKind } from './scan.ts'

/** The one notice on the map: a scan, and how many of its kind followed while it stood. */
export interface Toast {
  readonly scan: Scan
  readonly more: number
}

/** Shows the newest scan for some seconds. Scans that follow replace it in place. */
export interface ToastSlot {
  readonly state: ReadableStore<Toast | null>
  /** Takes the scans of a frame, oldest first. */
  show(scans: readonly Scan[]): void
  /**
   * Keeps it as it is while somebody points at it or has the focus in it; only its count goes on.
   */
  readonly hold: () => void
  /** Ends a hold; its time begins anew. */
  release(): void
  readonly close: () => void
}

export interface ToastSlotOptions {
  clock: Clock
  /** Monotonic milliseconds. */
  now: () => number
  /** How long a toast of each kind is shown. */
  standsMs: Record<ScanKind, number>
}

/** A repeat does not replace a read that was shown for less than this. */
const UNSEEN_MS = 1000
/** Nobody reads a text that changes faster. */
const REDRAWN_EVERY_MS = 250

/** A slot with nothing in it. */
export function createToastSlot({ clock, now, standsMs }: ToastSlotOptions): ToastSlot {
  const state = createStore<Toast | null>(null)
  let toast: Toast | null = null
  let shownAt = -Infinity
  let drawnAt = -Infinity
  let isHeld = false
  let cancelEnd = () => {}
  let cancelDrawing: (() => void) | null = null

  const draw = () => {
    cancelDrawing?.()
    cancelDrawing = null
    drawnAt = now()
    state.set(toast)
  }
  const drawSoon = () => {
    const rest = REDRAWN_EVERY_MS - (now() - drawnAt)
    if (rest <= 0 || state.get() === null) draw()
    else cancelDrawing ??= clock.after(rest, draw)
  }
  const close = () => {
    cancelEnd()
    toast = null
    isHeld = false
    draw()
  }
  const startTime = () => {
    cancelEnd()
    if (toast !== null && !isHeld) cancelEnd = clock.after(standsMs[toast.scan.kind], close)
  }
  const take = (scan: Scan) => {
    if (toast === null || scan.kind !== toast.scan.kind) {
      if (toast !== null && isHeld) return
      if (toast?.scan.kind === 'read' && now() - shownAt < UNSEEN_MS) return
      toast = { scan, more: 0 }
    } else {
      toast = { scan: isHeld ? toast.scan : scan, more: toast.more + 1 }
    }
    if (!isHeld) shownAt = now()
  }

  return {
    state,
    close,
    show(scans) {
      const before = toast
      for (const scan of scans) take(scan)
      if (toast === before) return
      startTime()
      drawSoon()
    },
    hold() {
      isHeld = true
      cancelEnd()
    },
    release() {
      isHeld = false
      startTime()
    },
  }
}
