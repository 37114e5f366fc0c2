import { setTimeout as delay } from 'node:timers/promises'
import { SYNC_PROTOCOL } from '@vehicle-control/protocol'
import { WebSocket } from 'ws'

/** Frames a second that do not end the connection for their number. */
const FRAMES_PER_SECOND = 95
/** What waits in this process is not sent. */
const BUFFERED_MAX = 1024 * 1024
const BACK_AFTER_MS = 1000

interface Range {
  epoch: string
  firstSeq: number
  lastSeq: number
  lowestHeld: null
}

/** One key's connection, which sends as much as the hub takes, and comes back when it is closed. */
export class FloodLine {
  readonly #url: string
  readonly #key: string
  readonly #code: string
  readonly #onOutcome: (outcome: string) => void
  #socket: WebSocket | null = null
  #nextFrameAt = 0
  #sent = 0

  constructor(
    agent: { url: string; key: string; code: string },
    onOutcome: (outcome: string) => void,
  ) {
    this.#url = agent.url
    this.#key = agent.key
    this.#code = agent.code
    this.#onOutcome = onOutcome
  }

  /** Bytes that have left this process. */
  get sentBytes(): number {
    return this.#sent - (this.#socket?.bufferedAmount ?? 0)
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  /** Opens a connection and says hello; answers the watermarks, null where it was put off. */
  async greet(ranges: readonly Range[]): Promise<Map<string, number> | null> {
    this.close()
    const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/api/agent/sync`, {
      headers: { authorization: `Bearer ${this.#key}` },
      perMessageDeflate: false,
    })
    this.#socket = socket
    socket.on('error', () => {
      // Its end is counted.
    })
    socket.on('close', (code) => this.#onOutcome(`close ${code}`))
    const isOpen = await new Promise((resolve) => {
      socket.once('open', () => resolve(true)).once('close', () => resolve(false))
    })
    const welcome = isOpen ? this.#hear(socket) : null
    if (isOpen) this.#write(JSON.stringify(helloOf(this.#code, ranges)))
    const watermarks = await welcome
    if (watermarks === null) await delay(BACK_AFTER_MS)
    return watermarks
  }

  #hear(socket: WebSocket): Promise<Map<string, number> | null> {
    return new Promise((resolve) => {
      socket.once('close', () => resolve(null))
      socket.on('message', (text) => {
        const frame = JSON.parse((text as Buffer).toString()) as {
          type: string
          epochs?: { epoch: string; watermark: number }[]
        }
        if (frame.type !== 'welcome') return this.#onOutcome(frame.type)
        resolve(new Map(frame.epochs?.map(({ epoch, watermark }) => [epoch, watermark])))
      })
    })
  }

  /** Sends a frame at the pace that the hub bears, as soon as the one before has left. */
  async send(frame: string): Promise<void> {
    this.#nextFrameAt = Math.max(this.#nextFrameAt, performance.now() - 1000)
    const early = this.#nextFrameAt - performance.now()
    if (early > 0) await delay(early)
    this.#nextFrameAt += 1000 / FRAMES_PER_SECOND
    while (this.isOpen && (this.#socket?.bufferedAmount ?? 0) > BUFFERED_MAX) await delay(2)
    if (this.isOpen) this.#write(frame)
  }

  #write(frame: string): void {
    this.#sent += frame.length
    this.#socket?.send(frame)
  }

  close(): void {
    this.#sent = this.sentBytes
    this.#socket?.removeAllListeners('close').terminate()
    this.#socket = null
  }
}

function helloOf(agent: string, epochs: readonly Range[]) {
  const now = { mono: 1, wall: Date.now(), clock: 'synced' }
  const device = { version: '0.1.0', bootId: String(Math.random()), hardwareSerial: null }
  return { type: 'hello', protocol: SYNC_PROTOCOL, agent, ...now, ...device, join: null, epochs }
}
