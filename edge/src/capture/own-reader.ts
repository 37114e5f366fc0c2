import pino from 'pino'
import { monotonicMs } from '../clock/monotonic.ts'
import { systemTimers } from '../clock/timers.ts'
import type { EdgeConfig } from '../config.ts'
import { openReader } from '../readers/open-reader.ts'
import type { CaptureEvents, CaptureSource } from './capture-source.ts'
import { ReaderCaptures } from './reader-captures.ts'

export interface OwnReaderOptions extends CaptureEvents {
  config: EdgeConfig['readers'][number]
  /** The reader's id, or that of one of its antennas. */
  wanted: string
  env: NodeJS.ProcessEnv
}

/** A capture of a reader that no edge holds: its driver is opened here, and nothing is stored. */
export async function captureOwnReader(options: OwnReaderOptions): Promise<CaptureSource> {
  const { config, wanted, env, onLine } = options
  const captures = new ReaderCaptures({ readers: [config], monotonic: monotonicMs })
  const reader = await openReader(config, {
    log: pino({ level: 'silent' }),
    monotonic: monotonicMs,
    timers: systemTimers,
    stamp: (mono) => ({ at: Date.now() - (monotonicMs() - mono), clock: 'unsynced' }),
    secret: (name) => env[name]?.trim() ?? '',
    events: { onRead() {}, onStateChange: () => captures.changed(reader.states()) },
    tap: captures,
  })
  captures.begin(wanted, reader.states(), onLine)
  reader.start()
  return { stop: () => reader.stop() }
}
