import { backoffMs } from '@vehicle-control/edge/sync/backoff'
import {
  type Hello,
  HubFrame,
  MAX_BATCH_ENTRIES,
  MAX_BATCHES_IN_FLIGHT,
  PING_INTERVAL_MS,
} from '@vehicle-control/protocol'
import { WebSocket } from 'ws'

export interface StormAgentOptions {
  url: string
  code: string
  key: string
  epoch: string
  /** Entries that it has kept while the hub was away. */
  entries: number
  onClose: (code: number) => void
  onDone: () => void
}

const HOUR_MS = 3_600_000

/** An agent with a backlog, which comes back as an edge does, and as often as it must. */
export class StormAgent {
  readonly #options: StormAgentOptions
  #attempt = 0
  #watermark = 0
  #isDone = false

  constructor(options: StormAgentOptions) {
    this.#options = options
  }

  connect(): void {
    const { url, code, key, epoch, entries, onClose } = this.#options
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/agent/sync`, {
      headers: { authorization: `Bearer ${key}` },
      perMessageDeflate: false,
      handshakeTimeout: 10_000,
    })
    let sent = 0
    let inFlight: number[] = []
    const fill = () => {
      while (sent < entries && inFlight.length < MAX_BATCHES_IN_FLIGHT) {
        const last = Math.min(sent + MAX_BATCH_ENTRIES, entries)
        socket.send(this.#frame(sent, last))
        inFlight.push((sent = last))
      }
    }
    const ping = setInterval(() => socket.send('{"type":"ping","mono":1}'), PING_INTERVAL_MS)
    socket.on('open', () => {
      const epochs = [{ epoch, firstSeq: 1, lastSeq: entries, lowestHeld: 1 }]
      const hello: Hello = {
        type: 'hello',
        protocol: 1,
        agent: code,
        version: 'bench',
        bootId: 'b',
        mono: 1,
        wall: Date.now(),
        clock: 'synced',
        hardwareSerial: null,
        join: null,
        epochs,
      }
      socket.send(JSON.stringify(hello))
    })
    socket.on('message', (data) => {
      const frame = HubFrame.parse(JSON.parse((data as Buffer).toString()))
      if (frame.type === 'welcome') sent = frame.epochs[0]?.watermark ?? 0
      else if (frame.type === 'ack') {
        this.#attempt = 0
        this.#acked(frame.watermark)
        inFlight = inFlight.filter((last) => last > frame.watermark)
      } else if (frame.type !== 'pong') throw new Error(`the hub said ${frame.type}`)
      fill()
    })
    socket.on('error', () => {})
    socket.on('close', (closeCode, reason) => {
      clearInterval(ping)
      onClose(closeCode)
      const after = Number(/"retryAfterMs":(\d+)/.exec(reason.toString())?.[1] ?? 0)
      setTimeout(() => this.connect(), after + backoffMs(++this.#attempt))
    })
  }

  #acked(watermark: number): void {
    this.#watermark = Math.max(this.#watermark, watermark)
    if (this.#isDone || this.#watermark < this.#options.entries) return
    this.#isDone = true
    this.#options.onDone()
  }

  #frame(prev: number, last: number): string {
    const at = Date.now() - HOUR_MS
    const entries = Array.from({ length: last - prev }, (_, i) => {
      const seq = prev + i + 1
      const uid = `E2003412${((seq * 7919) % 5000).toString(16).padStart(16, '0').toUpperCase()}`
      const data = { uid, reader: 'gate', antenna: 1, rssi: -60 }
      return { seq, kind: 'read', at, age: HOUR_MS, clock: 'synced', data }
    })
    const { epoch } = this.#options
    return JSON.stringify({ type: 'batch', epoch, prev, mono: 1, entries })
  }
}
