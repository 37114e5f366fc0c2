import type { Clock } from './clock.ts'

/** How long nobody has touched the app, in any tab of this browser. */
export interface Idleness {
  /**
   * The idle time in whole seconds, for a call that reports it to the hub; notes that it was
   * reported.
   */
  readonly report: () => number
  /**
   * Calls `ask`, whose call reports, when a person touches the page and no tab has reported for a
   * minute.
   */
  reportInput(ask: () => void): void
}

export interface IdlenessOptions {
  clock: Clock
  storage: Storage
  /** Calls its listener whenever a person touches this tab. */
  onInput: (listener: () => void) => void
}

const REPORT_EVERY_MS = 60_000
/** Other tabs learn of an input with at most this delay. */
const SHARED_EVERY_MS = 5000
const KEYS = { touched: 'last_touched_at', reported: 'last_told_at' } as const

/** Begins with what other tabs noted: the loading of a page is no sign of a person. */
export function watchIdleness({ clock, storage, onInput }: IdlenessOptions): Idleness {
  /**
   * The moment that the tabs noted; 0 without one, or where this machine's clock was set back
   * since.
   */
  const noted = (key: string) => {
    const at = Number(storage.getItem(key))
    return at > 0 && at <= clock.now() ? at : 0
  }
  const note = (key: string, at: number) => {
    try {
      storage.setItem(key, String(at))
    } catch {
      // Storage is full or forbidden: this tab then counts for itself.
    }
  }
  let touchedHere = noted(KEYS.touched) || clock.now()
  let reportedHere = 0
  const touched = () => Math.max(Math.min(touchedHere, clock.now()), noted(KEYS.touched))
  const reported = () => Math.max(Math.min(reportedHere, clock.now()), noted(KEYS.reported))

  let sharedAt = 0
  let onTouched = () => {}
  onInput(() => {
    touchedHere = clock.now()
    if (Math.abs(touchedHere - sharedAt) >= SHARED_EVERY_MS) {
      sharedAt = touchedHere
      note(KEYS.touched, touchedHere)
    }
    onTouched()
  })

  return {
    report() {
      reportedHere = clock.now()
      note(KEYS.reported, reportedHere)
      return Math.floor((reportedHere - touched()) / 1000)
    },
    reportInput(ask) {
      let isDue = false
      const check = () => {
        isDue = false
        if (touched() < reported()) return
        const waitMs = reported() + REPORT_EVERY_MS - clock.now()
        if (waitMs <= 0) return ask()
        isDue = true
        clock.after(waitMs, check)
      }
      onTouched = () => {
        if (!isDue) check()
      }
    },
  }
}
