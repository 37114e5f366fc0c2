import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Batch,
  type EpochRange,
  type Hello,
  HubFrame,
  type WireEntry,
} from '@vehicle-control/protocol'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { WebSocket } from 'ws'
import { type Bus, createLocalBus } from '../bus/bus.ts'
import { singleReplica } from '../cluster/replicas.ts'
import { Announcer } from '../realtime/announcer.ts'
import type { Db } from '../store/database.ts'
import { ConnectedAgents } from '../ingest/connected-agents.ts'
import { idleLists } from './idle-lists.ts'
import { openTempStore, type TempStore } from './temp-store.ts'

/** The agents' side of a hub on a free port, with the keys `key-1`, `key-2` of agents 1 and 2. For tests. */
export class AgentSide {
  readonly bus: Bus = createLocalBus()
  readonly registry = new Registry()
  #store: TempStore | null = null
  #server: Server | null = null
  #sockets: ConnectedAgents | null = null
  url = ''
  /** Lines of the log, from warnings on. */
  readonly said: string[] = []
  /** Runs between the commit of a hello and the joining of its agent. */
  whileGreeting: () => Promise<void> = async () => {}

  async start(): Promise<void> {
    this.#store = await openTempStore()
    const agents = ['gate-1', 'gate-2'].map((code) => {
      return { code, code_key: code, name: code.toUpperCase(), created_at: 0 }
    })
    await this.db.insertInto('agents').values(agents).execute()
    const keys = [1, 2].map((id) => {
      return { id: `key-${id}`, agent_id: id, secret_hash: '', created_at: 0 }
    })
    await this.db.insertInto('agent_keys').values(keys).execute()
    const tag = { rfid_tag: 'TEST-001', plate: 'KLM482', name: 'Duster', owner: 'Ana' }
    const asset = { type: 'vehicle' as const, created_at: 0, updated_at: 0, ...tag }
    await this.db.insertInto('assets').values(asset).execute()
    this.#sockets = await ConnectedAgents.start({
      db: this.db,
      ingest: this.db,
      bus: this.bus,
      announcer: new Announcer(this.bus),
      replicas: singleReplica(),
      log: pino({ level: 'warn' }, { write: (line: string) => void this.said.push(line) }),
      registry: this.registry,
      lists: idleLists(this.#store),
      suppressWindowMs: async () => {
        await this.whileGreeting()
        return 60_000
      },
      clientAddress: () => '10.0.0.1',
      authenticate: async (key) => {
        const agentId = Number(/^key-([12])$/.exec(key)?.[1] ?? 0)
        return agentId === 0 ? null : { agentId, code: `gate-${agentId}`, keyId: key }
      },
    })
    this.#server = createServer()
    const sockets = this.#sockets
    this.#server.on('upgrade', (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head),
    )
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve))
    const { port } = this.#server.address() as AddressInfo
    this.url = `ws://127.0.0.1:${port}/api/agent/sync`
  }

  get db(): Db {
    return this.#opened.db
  }

  get readOnly(): Db {
    return this.#opened.readOnly
  }

  get #opened(): TempStore {
    if (this.#store === null) throw new Error('not started')
    return this.#store
  }

  get sockets(): ConnectedAgents {
    if (this.#sockets === null) throw new Error('not started')
    return this.#sockets
  }

  /** A device's end of a socket. */
  async connect(key = 'key-1'): Promise<TestDevice> {
    const device = new TestDevice(this.url, key)
    await device.opened
    return device
  }

  async end(): Promise<void> {
    await this.#sockets?.stop()
    this.#server?.close()
    await this.#store?.close()
  }
}

/** What a device hears and how its connection ended. For tests. */
export class TestDevice {
  readonly socket: WebSocket
  readonly opened: Promise<void>
  readonly ended: Promise<{ code: number; reason: string }>
  readonly #frames: HubFrame[] = []
  #wake = () => {}

  constructor(url: string, key: string) {
    this.socket = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } })
    this.opened = new Promise((resolve, reject) => {
      this.socket.once('open', resolve)
      this.socket.once('error', reject)
    })
    this.ended = new Promise((resolve) => {
      this.socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }))
    })
    this.socket.on('message', (data) => {
      this.#frames.push(HubFrame.parse(JSON.parse((data as Buffer).toString())))
      this.#wake()
    })
    this.socket.once('close', () => this.#wake())
  }

  send(frame: object | string): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** The next frame of this type; frames before it are passed over. */
  async next<T extends HubFrame['type']>(type: T): Promise<Extract<HubFrame, { type: T }>> {
    for (;;) {
      const frame = this.#frames.shift()
      if (frame?.type === type) return frame as Extract<HubFrame, { type: T }>
      if (frame !== undefined) continue
      if (this.socket.readyState >= WebSocket.CLOSING) throw new Error(`closed before ${type}`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  async hello(change: Partial<Hello> = {}): Promise<Extract<HubFrame, { type: 'welcome' }>> {
    this.send(helloFrame(change))
    return this.next('welcome')
  }

  async batch(epoch: string, prev: number, entries: WireEntry[]) {
    this.send({ type: 'batch', epoch, prev, mono: 1, entries } satisfies Batch)
    return this.next('ack')
  }
}

export const epochs = ['a', 'b', 'c'].map((letter) => letter.repeat(16)) as [string, string, string]

export const epochRange = (epoch: string, lastSeq = 0): EpochRange => {
  return { epoch, firstSeq: 1, lastSeq, lowestHeld: null }
}

export function helloFrame(change: Partial<Hello> = {}): Hello {
  return {
    type: 'hello',
    protocol: 1,
    agent: 'gate-1',
    version: '0.1.0',
    bootId: 'boot',
    mono: 1,
    wall: Date.now(),
    clock: 'synced',
    hardwareSerial: 'serial-1',
    join: null,
    epochs: [epochRange(epochs[0])],
    ...change,
  }
}

export function readEntry(
  seq: number,
  uid = 'TEST-001',
  change: Partial<WireEntry> = {},
): WireEntry {
  const data = { uid, reader: 'gate' }
  return { seq, kind: 'read', at: Date.now(), age: 5, clock: 'synced', data, ...change }
}
