import type { BrowserServer } from './fan-out.ts'
import type { LoopLoad } from './loop-load.ts'

/**
 * Sends events as they are while the turns of the event loop are long. Each packet that is
 * compressed waits some turns, and those after it wait for it: events would come ever later.
 *
 * The extension stays agreed with the browser, which takes either kind: Engine.IO sends the frame
 * that Socket.IO has made once for all browsers where its transport says that it does not compress.
 */
export function sendPlainWhileBusy(io: BrowserServer, load: LoopLoad): void {
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
