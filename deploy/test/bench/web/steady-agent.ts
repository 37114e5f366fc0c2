import { newEpoch } from '@vehicle-control/edge/outbox/log-file'
import type { WebSocket } from 'ws'
import type { HubClient } from '../../../local/hub-process.ts'
import { openAgent } from '../../rig/agent-socket.ts'
import { until } from '../../rig/site.ts'

/** A steady stream of entries. */
export interface Stream {
  batches: number
  entries: number
  everyMs: number
  /** The tag of the n-th entry of this agent, counted from 1. */
  uidOf: (n: number) => string
  /** Of so many entries the last one is of a suppressed repeat; none are where this is absent. */
  repeatEvery?: number
}

/** An agent that reads tags at a steady rate, straight into the hub. */
export class SteadyAgent {
  readonly #socket: WebSocket
  readonly #epoch: string
  #seq = 0
  #sent = 0
  #acked = 0

  private constructor(socket: WebSocket, epoch: string) {
    this.#socket = socket
    this.#epoch = epoch
    socket.on('message', (frame: Buffer) => {
      if ((JSON.parse(frame.toString()) as { type: string }).type === 'ack') this.#acked++
    })
  }

  /** An agent with this code, which is new or whose key this one replaces. */
  static async open(client: HubClient, code: string): Promise<SteadyAgent> {
    const epoch = newEpoch()
    const socket = await openAgent(client.url, await client.enroll(code), code, epoch)
    return new SteadyAgent(socket, epoch)
  }

  /** Resolves when the hub has acked them all. */
  async send({ batches, entries, everyMs, uidOf, repeatEvery }: Stream): Promise<void> {
    const start = performance.now()
    for (let b = 1; b <= batches; b++) {
      const prev = this.#seq
      const list = Array.from({ length: entries }, () => {
        const seq = ++this.#seq
        const isRepeat = repeatEvery !== undefined && seq % repeatEvery === 0
        return entryOf(seq, uidOf(seq), isRepeat)
      })
      const batch = { type: 'batch', epoch: this.#epoch, prev, mono: 1, entries: list }
      this.#socket.send(JSON.stringify(batch))
      this.#sent++
      const wait = start + b * everyMs - performance.now()
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
    await until('the acks', () => this.#acked >= this.#sent)
  }

  close(): void {
    this.#socket.close()
  }
}

function entryOf(seq: number, uid: string, isRepeat: boolean) {
  const at = Date.now()
  const tag = { uid, reader: 'gate', rssi: -60 }
  const data = isRepeat ? { ...tag, count: 1, spanMs: 0 } : { ...tag, antenna: 1 }
  return { seq, kind: isRepeat ? 'suppressed' : 'read', at, age: 5, clock: 'synced', data }
}
