import type { Logger } from 'pino'
import type { Stamp } from '../clock/clock.ts'
import type { Timers } from '../clock/timers.ts'
import type { ReaderEvents, TagRead } from './reader.ts'

/** Watches the bytes and reads of a reader, as `capture` does. Must not throw. Hot path. */
export interface ReaderTap {
  bytes(reader: string, direction: 'in' | 'out', bytes: Uint8Array): void
  read(read: TagRead): void
}

/** Where reads become durable. */
export interface ReaderDisk {
  /** It takes nothing now: reads wait in memory. */
  readonly isBlocked: boolean
  /**
   * False while many reads wait in memory: a reader that can leave input at its peer then pauses.
   */
  readonly hasRoom: boolean
  /** Resolves when every read that was handed on so far is durable; rejects while none becomes so. */
  durable(): Promise<void>
}

/** Passed to every driver beside its configuration. */
export interface ReaderContext {
  log: Logger
  events: ReaderEvents
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  timers: Timers
  /** Wall time at a monotonic one, and how far it can be relied on. */
  stamp: (mono: number) => Stamp
  /** The value of the environment variable that a setting ending in `Env` names; it is set. */
  secret: (name: string) => string
  tap?: ReaderTap
  /** Absent: reads are not stored. */
  disk?: ReaderDisk
  /** First delay before a device is tried again. */
  backoffFirstMs?: number
}
