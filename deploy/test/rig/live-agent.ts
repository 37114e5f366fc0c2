import { newEpoch } from '@vehicle-control/edge/outbox/file/outbox-file'
import { RUNNING } from '@vehicle-control/hub/version'
import { PING_INTERVAL_MS } from '@vehicle-control/protocol/limits'
import type {
  Command,
  CommandResultData,
  SensorType,
  StatusData,
  TelemetryData,
  WrittenDecision,
} from '@vehicle-control/protocol'
import type { WebSocket } from 'ws'
import type { HubClient } from '../../local/hub-process.ts'
import { openAgent } from './agent-socket.ts'

/** The hub takes an agent that says nothing for dead. */
const PING = JSON.stringify({ type: 'ping', mono: 1 })
const AT_GATE = { reader: 'gate', antenna: 1, rssi: -60 }

/** Something that happened at a read point, so long ago. */
export interface Happening {
  kind: 'read' | 'decision' | 'suppressed' | 'telemetry' | 'command_result' | 'status'
  agoMs: number
  data: object
}

/** A command by a relay's pin, or by its name. */
export type AnyCommand = Omit<Command, 'type' | 'pin'> &
  Partial<Pick<Command, 'pin'>> & { relay?: string }

interface Waiting {
  seq: number
  resolve: () => void
  reject: (reason: Error) => void
}

/** A read of a tag at the gate. */
export function readOf(uid: string, agoMs = 0): Happening {
  return { kind: 'read', agoMs, data: { uid, ...AT_GATE } }
}

/** What the gate decided on the read of a tag, which it reports right before. */
export function decisionOf(uid: string, more: Partial<WrittenDecision> = {}): Happening {
  const data: WrittenDecision = {
    uid,
    reader: AT_GATE.reader,
    verdict: 'deny',
    reason: 'denied',
    mode: 'observe',
    previous: true,
    list: { digest: 'ab'.repeat(32), ageMs: 90_000 },
    time: { nowMs: Date.now(), floorMs: null },
    ...more,
  }
  return { kind: 'decision', agoMs: 0, data }
}

/** So many repeats of a tag at the gate, up to now. */
export function repeatsOf(uid: string, count: number): Happening {
  return {
    kind: 'suppressed',
    agoMs: 0,
    data: { uid, reader: AT_GATE.reader, count, spanMs: 1000 },
  }
}

/** A sample of a sensor. */
export function sampleOf(type: SensorType, value: number, unit: string, agoMs = 0): Happening {
  return { kind: 'telemetry', agoMs, data: { type, value, unit } }
}

/** A sample of one of several sensors or inputs, or of the edge itself. */
export function measuredBy(data: TelemetryData): Happening {
  return { kind: 'telemetry', agoMs: 0, data }
}

/** The agent's state, which is good but for what is given. */
export function statusOf(change: Partial<StatusData>): Happening {
  const data: StatusData = {
    version: RUNNING.version,
    event: 'periodic',
    readers: [],
    clock: 'synced',
    outbox: { bytes: 4096, maxBytes: 1_000_000, unacked: 0 },
    suppressWindowMs: 60_000,
    ...change,
  }
  return { kind: 'status', agoMs: 0, data }
}

/** An agent that a test or a bench speaks for, over a connection of its own. */
export class LiveAgent {
  readonly code: string
  readonly #epoch: string
  readonly #socket: WebSocket
  #seq = 0
  #waiting: Waiting[] = []
  readonly #commands: AnyCommand[] = []
  #onCommand = () => {}

  private constructor(code: string, epoch: string, socket: WebSocket) {
    this.code = code
    this.#epoch = epoch
    this.#socket = socket
    socket.on('message', (frame: Buffer) => this.#hear(frame))
    const breath = setInterval(() => socket.send(PING), PING_INTERVAL_MS)
    socket.once('close', () => {
      clearInterval(breath)
      this.#fail('the hub closed the connection')
    })
  }

  /** Enrols the agent, or takes it over under a new key. */
  static async open(
    client: HubClient,
    code: string,
    device: Parameters<HubClient['enroll']>[1] = {},
  ): Promise<LiveAgent> {
    const epoch = newEpoch()
    const key = await client.enroll(code, device)
    const socket = await openAgent(client.url, key, code, epoch, { accepts: ['named_relay'] })
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

  /** The oldest command that the hub sent and nobody took yet; waits for one. */
  async takeCommand(): Promise<AnyCommand> {
    for (;;) {
      const command = this.#commands.shift()
      if (command) return command
      await new Promise<void>((resolve) => (this.#onCommand = resolve))
    }
  }

  /** Commands that nobody took yet. */
  get commandsLeft(): number {
    return this.#commands.length
  }

  /** Answers a command as done, for as long as it asks, or otherwise. */
  answer(command: AnyCommand, given: Partial<CommandResultData> = {}): Promise<void> {
    const { id, pin, relay, state, durationMs } = command
    const onMs = state === 1 ? (durationMs ?? 30_000) : 0
    const data = { id, pin, relay, state, ok: true, onMs, reason: 'done', ...given }
    return this.report([{ kind: 'command_result', agoMs: 0, data }])
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
    if (said.type === 'command' || said.type === 'named_command') {
      this.#commands.push(said as unknown as AnyCommand)
      this.#onCommand()
    }
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
