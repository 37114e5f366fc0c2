import type { BrowserServer } from './fan-out.ts'

/** Limit of bytes that wait for one browser: about a minute of events of a busy site. */
const UNREAD_MAX_BYTES = 2 * 1024 * 1024

export interface UnreadEventsOptions {
  maxBytes?: number
  onCut: (bytes: number) => void
}

/**
 * Cuts off browsers that do not read their events. Such a browser connects again once it is awake,
 * and asks for what it has missed.
 */
export function disconnectSlowReaders(
  io: BrowserServer,
  { maxBytes = UNREAD_MAX_BYTES, onCut }: UnreadEventsOptions,
): void {
  io.on('connection', ({ conn }) => {
    /** Bytes of the packets that wait to be written; browsers share their memory. */
    let waiting = 0
    conn.on('flush', () => (waiting = 0))
    conn.on('packetCreate', ({ data = '' }: { data?: string | Buffer }) => {
      const wire = conn.request.socket
      const before = waiting
      waiting += data.length
      // Without the newest packet, however large: it may be written at once.
      if (before <= maxBytes || wire.destroyed) return
      onCut(waiting)
      // Without a close frame, which would only wait behind the rest.
      wire.destroy()
    })
  })
}
