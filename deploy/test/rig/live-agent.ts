import { newEpoch } from '@vehicle-control/edge/outbox/log-file'
import type { WebSocket } from 'ws'
import type { HubClient } from '../../local/hub-process.ts'
import { openAgent } from './agent-socket.ts'

const AT_GATE = { reader: 'gate', antenna: 1, rssi: -60 }

/** Something that happened at a read point, so long ago. */
export interface Happening {
  kind: 'read' | 'suppressed'
  agoMs: number
  data: object
}

interface Waiting {
  seq: number
  resolve: () => void
  reject: (reason: Error) => void
}

/** A read of a tag at the gate. */
export function readOf(uid: string, agoMs = 0): Happening {
  return { kind: 'read', agoMs, data: { uid, ...AT_GATE } }
}

/** So many repeats of a tag at the gate, up to now. */
export function repeatsOf(uid: string, count: number): Happening {
  return {
    kind: 'suppressed',
    agoMs: 0,
    data: { uid, reader: AT_GATE.reader, count, spanMs: 1000 },
  }
}

/** An agent that a test or a bench speaks for, over a connection of its own. */
export class LiveAgent {
  readonly code: string
  readonly #epoch: string
  readonly #socket: WebSocket
  #seq = 0
  #waiting: Waiting[] = []

  private constructor(code: string, epoch: string, socket: WebSocket) {
    this.code = code
    this.#epoch = epoch
    this.#socket = socket
    socket.on('message', (frame: Buffer) => this.#hear(frame))
    socket.once('close', () => this.#fail('the hub closed the connection'))
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

  /** Reads one tag or several now, or so long ago; resolves when the hub has stored them. */
  read(tags: string | readonly string[], agoMs = 0): Promise<void> {
    return this.report([tags].flat().map((uid) => readOf(uid, agoMs)))
  }

  /** Reports so many repeats of a tag; resolves when the hub has stored them. */
  suppress(uid: string, count: number): Promise<void> {
    return this.report([repeatsOf(uid, count)])
  }

  /** Sends one batch; resolves when the hub has stored it, rejects when it refuses or goes away. */
  report(happenings: readonly Happening[]): Promise<void> {
    const prev = this.#seq
    const entries = happenings.map(({ kind, agoMs, data }) => {
      const at = Date.now() - agoMs
      return { seq: ++this.#seq, kind, at, age: agoMs, clock: 'synced', data }
    })
    const stored = new Promise<void>((resolve, reject) =>
      this.#waiting.push({ seq: this.#seq, resolve, reject }),
    )
    this.#socket.send(JSON.stringify({ type: 'batch', epoch: this.#epoch, prev, mono: 1, entries }))
    return stored
  }

  close(): void {
    this.#socket.close()
  }

  #hear(frame: Buffer): void {
    const said = JSON.parse(frame.toString()) as { type: string; watermark?: number }
    if (said.type === 'nack') this.#fail('the hub refused a batch')
    if (said.type !== 'ack') return
    const isStored = ({ seq }: Waiting) => seq <= (said.watermark ?? 0)
    for (const { resolve } of this.#waiting.filter(isStored)) resolve()
    this.#waiting = this.#waiting.filter((one) => !isStored(one))
  }

  #fail(why: string): void {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error(why))
  }
}
