import type { BrowserServer } from './fan-out.ts'

/** Limit of packets within ten seconds: a browser only sends its log-in and an answer to a ping. */
const PACKETS_MAX = 30
const WITHIN_MS = 10_000

/** `now` returns monotonic milliseconds. */
export interface PacketLimitOptions {
  now?: () => number
  onCut: () => void
}

/**
 * Cuts off sockets that send too many packets, logged in or not: each log-in packet costs a query
 * and an answer, and thousands of them may arrive in one turn of the event loop.
 */
export function disconnectFloodingSockets(
  io: BrowserServer,
  { now = () => performance.now(), onCut }: PacketLimitOptions,
): void {
  io.engine.on('connection', (conn: BrowserConnection) => {
    let [since, packets] = [now(), 0]
    conn.on('packet', () => {
      const at = now()
      if (at - since > WITHIN_MS) [since, packets] = [at, 0]
      packets++
      if (packets <= PACKETS_MAX) return
      // Ignores packets that are received already.
      conn.transport.removeAllListeners('packet')
      onCut()
      conn.request.socket.destroy()
    })
  })
}

/** A connection below Socket.IO, as Engine.IO has it. */
type BrowserConnection = Parameters<Parameters<BrowserServer['on']>[1]>[0]['conn']
