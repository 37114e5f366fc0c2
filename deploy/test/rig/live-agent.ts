import { newEpoch } from '@vehicle-control/edge/outbox/log-file'
import type { WebSocket } from 'ws'
import type { HubClient } from '../../local/hub-process.ts'
import { openAgent } from './agent-socket.ts'

/** A read point that a test speaks for, over a connection of its own. */
export class LiveAgent {
  readonly code: string
  readonly #epoch: string
  readonly #socket: WebSocket
  #seq = 0

  private constructor(code: string, epoch: string, socket: WebSocket) {
    this.code = code
    this.#epoch = epoch
    this.#socket = socket
  }

  /** Enrols the agent, or takes it over under a new key. */
  static async open(
    client: HubClient,
    code: string,
    device: Parameters<HubClient['enroll']>[1] = {},
  ): Promise<LiveAgent> {
    const epoch = newEpoch()
    const socket = await openAgent(client.url, await client.enroll(code, device), code, epoch)
    return new LiveAgent(code, epoch, socket)
  }

  /** Reads these tags now, or so long ago; resolves when the hub has stored them. */
  read(tags: readonly string[], agoMs = 0): Promise<void> {
    return this.#send(tags.map((uid) => ({ kind: 'read', agoMs, data: { uid, ...AT_GATE } })))
  }

  /** Reports so many repeats of a tag. */
  suppress(uid: string, count: number): Promise<void> {
    const data = { uid, reader: AT_GATE.reader, count, spanMs: 1000 }
    return this.#send([{ kind: 'suppressed', agoMs: 0, data }])
  }

  close(): void {
    this.#socket.close()
  }

  async #send(news: readonly { kind: string; agoMs: number; data: object }[]): Promise<void> {
    const prev = this.#seq
    const entries = news.map(({ kind, agoMs, data }) => {
      const at = Date.now() - agoMs
      return { seq: ++this.#seq, kind, at, age: agoMs, clock: 'synced', data }
    })
    const acked = this.#acked(this.#seq)
    this.#socket.send(JSON.stringify({ type: 'batch', epoch: this.#epoch, prev, mono: 1, entries }))
    await acked
  }

  #acked(seq: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const onClose = () => reject(new Error('the hub closed the connection'))
      const onFrame = (frame: { toString(): string }) => {
        const said = JSON.parse(frame.toString()) as { type: string; watermark?: number }
        if (said.type === 'nack') reject(new Error(`the hub refused ${seq}`))
        if (said.type !== 'ack' || (said.watermark ?? 0) < seq) return
        this.#socket.off('message', onFrame).off('close', onClose)
        resolve()
      }
      this.#socket.on('message', onFrame).once('close', onClose)
    })
  }
}

const AT_GATE = { reader: 'gate', antenna: 1, rssi: -60 }
