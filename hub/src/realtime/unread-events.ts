import type { BrowserServer } from './fan-out.ts'

/** Events that one browser has not taken yet: a minute of a busy site, on a link that stands still. */
const UNREAD_MAX_BYTES = 2 * 1024 * 1024

export interface UnreadEventsOptions {
  maxBytes?: number
  onCut: (bytes: number) => void
}

/**
 * Cuts browsers off from now on that read nothing of what is kept for them. Such a browser, once it
 * is awake, connects again and asks for what it has missed.
 */
export function cutOffWhoReadsNothing(
  io: BrowserServer,
  { maxBytes = UNREAD_MAX_BYTES, onCut }: UnreadEventsOptions,
): void {
  io.on('connection', ({ conn }) => {
    /** Of the packets that wait until those before them are written; the packets are shared. */
    let waiting = 0
    conn.on('flush', () => (waiting = 0))
    conn.on('packetCreate', ({ data = '' }: { data?: string | Buffer }) => {
      const wire = conn.request.socket
      const before = waiting
      waiting += data.length
      // However large the newest one is: it is about to be written where nothing is before it.
      if (before <= maxBytes || wire.destroyed) return
      onCut(waiting)
      // No close is sent: it would only wait behind the rest.
      wire.destroy()
    })
  })
}
