import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import type { ReaderEvents } from './reader.ts'

/** Passed to every driver beside its configuration. */
export interface ReaderContext {
  log: Logger
  events: ReaderEvents
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  timers: Timers
}
