import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import type { ReaderEvents } from './reader.ts'

/** What every driver is given. */
export interface ReaderContext {
  log: Logger
  events: ReaderEvents
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  timers: Timers
}
