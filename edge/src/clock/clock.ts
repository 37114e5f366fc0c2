import type { ClockQuality } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { describeStep } from './describe-step.ts'
import { HubOffset, type HubTimeSample } from './hub-offset.ts'
import { systemTimers, type Timers } from './timers.ts'

const STEP_CHECK_MS = 1000
const STEP_MS = 1000
const SYNC_CHECK_MS = 30_000

/** Wall time in whole milliseconds since 1970, with its quality. */
export interface Stamp {
  at: number
  clock: ClockQuality
}

/** The times of a row of the outbox; `boot` is the boot id under which `mono` was taken. */
export interface TimedRow extends Stamp {
  mono: number
  boot: string
}

export interface ClockOptions {
  log: Logger
  bootId: string
  /** Wall clock, milliseconds since 1970. */
  now?: () => number
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  /** True once NTP has set the wall clock since boot. Must not reject. */
  isSynced: () => Promise<boolean>
  timers?: Timers
  /**
   * Called when the wall clock has jumped by more than a second, either way, after NTP had set it.
   * The step of the first sync does not count: a Pi without a clock makes it at every boot.
   */
  onStep?: (stepMs: number) => void
  /** Called when `quality()` has changed: `correct` may now answer otherwise. */
  onQualityChange?: (quality: ClockQuality) => void
}

/**
 * The edge's time on a machine that may have no clock. Windows, ages and timers are monotonic;
 * wall time is only ever derived from a monotonic stamp, by the best source there is.
 */
export interface Clock {
  readonly bootId: string
  /** Begins to check for NTP sync and for steps; resolves after the first check of NTP. */
  start(): Promise<void>
  stop(): void
  /** CLOCK_MONOTONIC in milliseconds. */
  monotonic: () => number
  /** The quality of a stamp taken now. Once synced, a boot stays synced. */
  quality(): ClockQuality
  /** Converts a monotonic time of this boot to wall time. */
  stamp(mono: number): Stamp
  /** Takes an exchange with the hub (hello or pong): the source of time while NTP is missing. */
  hubTime(sample: HubTimeSample): void
  /**
   * The right time of a row of this boot that was stamped `unsynced`, once it is known; else the
   * row's own.
   */
  correct(row: TimedRow): Stamp
  /** Milliseconds since the row happened, or null for a row of another boot. */
  age(row: { mono: number; boot: string }): number | null
}

/** The clock before its first check: `unsynced` until `start`. */
export function createClock(options: ClockOptions): Clock {
  const { log, bootId, monotonic, isSynced } = options
  const now = options.now ?? Date.now
  const timers = options.timers ?? systemTimers
  const hub = new HubOffset()
  let synced = false
  let wallOffset = now() - monotonic()
  let cancelStep = () => {}
  let cancelSync = () => {}
  let stopped = false

  function quality(): ClockQuality {
    if (synced) return 'synced'
    return hub.value() === null ? 'unsynced' : 'hub'
  }

  function wallAt(mono: number): number {
    const hubOffset = synced ? null : hub.value()
    return Math.round(hubOffset === null ? now() - (monotonic() - mono) : mono + hubOffset)
  }

  function noteQuality(before: ClockQuality) {
    const after = quality()
    if (after === before) return
    log.info({ before, after }, 'clock quality changed')
    options.onQualityChange?.(after)
  }

  async function checkSync() {
    if (synced) return
    const answer = await isSynced()
    if (!answer || synced || stopped) return
    noteStep()
    const before = quality()
    synced = true
    noteQuality(before)
  }

  function watchSync() {
    if (synced || stopped) return
    cancelSync = timers.after(SYNC_CHECK_MS, () => {
      void checkSync().then(watchSync)
    })
  }

  function watchSteps() {
    cancelStep = timers.after(STEP_CHECK_MS, () => {
      watchSteps()
      if (noteStep()) void checkSync()
    })
  }

  /** Takes the wall clock as it is now; true when it has stepped since the last time. */
  function noteStep(): boolean {
    const offset = now() - monotonic()
    const stepMs = Math.round(offset - wallOffset)
    wallOffset = offset
    if (Math.abs(stepMs) <= STEP_MS) return false
    if (synced) {
      log.warn({ stepMs }, `the wall clock stepped ${describeStep(stepMs)}`)
      options.onStep?.(stepMs)
    } else log.info({ stepMs }, `the wall clock was set ${describeStep(stepMs)}`)
    return true
  }

  return {
    bootId,
    monotonic,
    quality,
    async start() {
      watchSteps()
      await checkSync()
      watchSync()
    },
    stop() {
      stopped = true
      cancelStep()
      cancelSync()
    },
    stamp: (mono) => ({ at: wallAt(mono), clock: quality() }),
    hubTime(sample) {
      const before = quality()
      hub.add(sample)
      noteQuality(before)
    },
    correct(row) {
      if (row.boot !== bootId || row.clock !== 'unsynced' || quality() === 'unsynced') {
        return { at: row.at, clock: row.clock }
      }
      return { at: wallAt(row.mono), clock: 'corrected' }
    },
    age: (row) => (row.boot === bootId ? Math.max(0, monotonic() - row.mono) : null),
  }
}
