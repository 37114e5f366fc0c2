import type { CaptureLine } from './capture-line.ts'

/** Where the lines of a capture come from. */
export interface CaptureSource {
  /** Ends it; the device is released when it resolves. */
  stop(): Promise<void>
}

export interface CaptureEvents {
  onLine: (line: CaptureLine) => void
  /** It came to an end by itself; the reason is in Spanish. */
  onEnd: (reason: string) => void
}
