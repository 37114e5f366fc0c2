import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { EdgeFrame, HubFrame, HubTakes } from '@vehicle-control/protocol'
import { type WebSocket, WebSocketServer } from 'ws'

/** A hub whose answers the test writes; it records the frames of the edge. */
export class FakeHub {
  readonly #server: Server | TlsServer
  readonly #sockets = new WebSocketServer({ noServer: true })
  readonly received: EdgeFrame[] = []
  readonly keys: string[] = []
  connections = 0
  socket: WebSocket | null = null
  /** HTTP status instead of the upgrade; 0 accepts it. */
  refuseWith = 0
  onFrame: (frame: EdgeFrame) => void = () => {}
  /** What the welcomes of `answerAll` name; an older hub names nothing. */
  takes: HubTakes[] | undefined = undefined

  /** With a key and certificate, PEM, it speaks TLS. */
  constructor(tls?: { key: string; cert: string }) {
    this.#server = tls === undefined ? createServer() : createTlsServer(tls)
  }

  /** Shows another certificate from now on; only of one that speaks TLS. */
  showCertificate(tls: { key: string; cert: string }): void {
    if ('setSecureContext' in this.#server) this.#server.setSecureContext(tls)
  }

  async start(): Promise<URL> {
    this.#server.on('upgrade', (request, socket, head) => {
      this.keys.push(request.headers.authorization ?? '')
      if (this.refuseWith > 0) {
        socket.end(`HTTP/1.1 ${this.refuseWith} No\r\nContent-Length: 0\r\n\r\n`)
        return
      }
      this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
        this.connections++
        this.socket = webSocket
        webSocket.on('message', (data) => {
          const frame = JSON.parse((data as Buffer).toString()) as EdgeFrame
          this.received.push(frame)
          this.onFrame(frame)
        })
      })
    })
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const { port } = this.#server.address() as AddressInfo
    const scheme = 'setSecureContext' in this.#server ? 'https' : 'http'
    return new URL(`${scheme}://127.0.0.1:${port}`)
  }

  send(frame: HubFrame | string): void {
    this.socket?.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** Answers hello from these watermarks (0 for others), and every batch with an ack. */
  answerAll(watermarks: Record<string, number> = {}): void {
    this.onFrame = (frame) => {
      if (frame.type === 'hello') {
        const epochs = frame.epochs.map(({ epoch, firstSeq }) => {
          return { epoch, watermark: watermarks[epoch] ?? firstSeq - 1 }
        })
        const { takes } = this
        const rest = { join: 'j1', quarantined: false, suppressWindowMs: 30_000, takes }
        this.send({ type: 'welcome', protocol: 1, wall: Date.now(), epochs, ...rest })
      } else if (frame.type === 'batch') {
        this.send({ type: 'ack', epoch: frame.epoch, watermark: frame.entries.at(-1)?.seq ?? 0 })
      }
    }
  }

  framesOf<T extends EdgeFrame['type']>(type: T): Extract<EdgeFrame, { type: T }>[] {
    return this.received.filter((f): f is Extract<EdgeFrame, { type: T }> => f.type === type)
  }

  end(): void {
    this.#sockets.close()
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
