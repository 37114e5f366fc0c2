import pino from 'pino'
import { monotonicMs } from '../clock/monotonic.ts'
import { systemTimers } from '../clock/timers.ts'
import type { ReaderContext } from '../readers/reader-context.ts'
import type { TagRead } from '../readers/reader.ts'

/** What a reader under test told. */
export interface Told {
  reads: TagRead[]
  /** How many times its states changed. */
  changes: number
  /** The messages of its log. */
  logged: string[]
}

/** A context on the real clock with short backoffs, and what the reader tells through it. */
export function readerContext(overrides: Partial<ReaderContext> = {}): ReaderContext & Told {
  const told: Told = { reads: [], changes: 0, logged: [] }
  const write = (line: string) => told.logged.push((JSON.parse(line) as { msg: string }).msg)
  const context = {
    log: pino({ level: 'info' }, { write }),
    events: {
      onRead: (read: TagRead) => void told.reads.push(read),
      onStateChange: () => void told.changes++,
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
  return Object.assign(told, context)
}
