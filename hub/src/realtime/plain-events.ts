import type { BrowserServer } from './fan-out.ts'
import type { LoopLoad } from './loop-load.ts'

/**
 * Sends events without compression while the turns of the event loop are long: a packet takes some
 * turns to compress, and later packets wait for it, so that events would be more and more late.
 *
 * The browser has agreed to compression and accepts both kinds. Where its transport does not
 * compress, Engine.IO sends the frame that Socket.IO has made once for all browsers.
 */
export function skipCompressionUnderLoad(io: BrowserServer, load: LoopLoad): void {
  io.on('connection', ({ conn }) => {
    const { transport } = conn
    if (!('perMessageDeflate' in transport)) return
    const agreed = transport.perMessageDeflate
    const isCompressed = conn.request.headers['sec-websocket-extensions'] !== undefined
    conn.on('packetCreate', () => {
      transport.perMessageDeflate = isCompressed && !load.isHigh() ? agreed : false
    })
  })
}
