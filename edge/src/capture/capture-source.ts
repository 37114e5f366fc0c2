import type { CaptureLine } from './capture-line.ts'

/** Where the lines of a capture come from. */
export interface CaptureSource {
  /** Ends it; the device is released when it resolves. */
  stop(): Promise<void>
}

export interface CaptureEvents {
  onLine: (line: CaptureLine) => void
  /** Called when it ends without `stop`; the reason is in Spanish. */
  onEnd: (reason: string) => void
}
