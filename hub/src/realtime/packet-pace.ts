import type { BrowserServer } from './fan-out.ts'

/** What a browser sends within ten seconds is its log-in and an answer to a ping. */
const PACKETS_MAX = 30
const WITHIN_MS = 10_000

/** The milliseconds only go forward. */
export interface PacketPaceOptions {
  now?: () => number
  onCut: () => void
}

/**
 * Cuts off from now on who sends without end, logged in or not: each packet that asks to be let in is
 * looked up and answered, thousands of them in one turn of the event loop.
 */
export function cutOffWhoSendsOn(
  io: BrowserServer,
  { now = () => performance.now(), onCut }: PacketPaceOptions,
): void {
  io.engine.on('connection', (conn: BrowserConnection) => {
    let [since, packets] = [now(), 0]
    conn.on('packet', () => {
      const at = now()
      if (at - since > WITHIN_MS) [since, packets] = [at, 0]
      packets++
      if (packets <= PACKETS_MAX) return
      // What has come in the same piece is not looked at any more either.
      conn.transport.removeAllListeners('packet')
      onCut()
      conn.request.socket.destroy()
    })
  })
}

/** A connection below Socket.IO, as Engine.IO has it. */
type BrowserConnection = Parameters<Parameters<BrowserServer['on']>[1]>[0]['conn']
