import pino from 'pino'
import { monotonicMs } from '../clock/monotonic.ts'
import { systemTimers } from '../clock/timers.ts'
import type { ReaderContext } from '../readers/reader-context.ts'
import type { TagRead } from '../readers/reader.ts'

/** What a reader under test has reported. */
export interface Told {
  reads: TagRead[]
  /** How many times its states changed. */
  changes: number
  /** The messages of its log. */
  logged: string[]
}

/** A context on the real clock with short backoffs, and what the reader reports through it. */
export function readerContext(overrides: Partial<ReaderContext> = {}): ReaderContext & Told {
  const observed: Told = { reads: [], changes: 0, logged: [] }
  const write = (line: string) => observed.logged.push((JSON.parse(line) as { msg: string }).msg)
  const context = {
    log: pino({ level: 'info' }, { write }),
    events: {
      onRead: (read: TagRead) => void observed.reads.push(read),
      onStateChange: () => void observed.changes++,
    },
    monotonic: monotonicMs,
    timers: systemTimers,
    stamp: (mono: number) => ({
      at: Date.now() - (monotonicMs() - mono),
      clock: 'synced' as const,
    }),
    secret: (name: string) => `secret of ${name}`,
    backoffFirstMs: 5,
    ...overrides,
  }
  return Object.assign(observed, context)
}
