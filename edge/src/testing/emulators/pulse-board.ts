import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { monotonicMs } from '../../clock/monotonic.ts'
import type { EmulatedDevice } from './emulator.ts'

const READ_COILS = 1
const WRITE_COIL = 5
const PULSE_ON = 0x02
const STEP_MS = 100
const REQUEST_BYTES = 6
const ILLEGAL_ADDRESS = 2

/** What the board does wrong with each request: nothing, noise, another's address, or an answer after this time. */
export type BoardFault = 'silent' | 'noise' | { unit: number } | { lateMs: number }

/** An order that moved a relay: for how long it is on, or 0. */
export interface BoardMove {
  channel: number
  onMs: number
}

/**
 * A Waveshare board of relays, made up: FC01 and FC05 with its timed pulse, as RTU frames or with the
 * header of Modbus TCP. Its timer ends a pulse whatever becomes of the bus.
 */
export class EmulatedPulseBoard implements EmulatedDevice {
  readonly moves: BoardMove[] = []
  /** How many requests it got. */
  requests = 0
  fault: BoardFault | null = null
  readonly #options: { unit: number; channels: number; isTcp: boolean }
  readonly #onUntil: number[]
  #send: ((bytes: Uint8Array) => void) | null = null
  #received = Buffer.alloc(0)

  constructor({ unit = 1, channels = 8, isTcp = false } = {}) {
    this.#options = { unit, channels, isTcp }
    this.#onUntil = Array<number>(channels).fill(0)
  }

  attach(send: (bytes: Uint8Array) => void): void {
    this.#send = send
    this.#received = Buffer.alloc(0)
  }

  detach(): void {
    this.#send = null
  }

  /** No reader: it shows no tag. */
  show(): void {}

  isOn(channel: number): boolean {
    return monotonicMs() < (this.#onUntil[channel - 1] ?? 0)
  }

  /** Somebody else moves a relay: a button, or another master. */
  force(channel: number, isOn: boolean): void {
    this.#onUntil[channel - 1] = isOn ? Number.POSITIVE_INFINITY : 0
  }

  receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    const { isTcp } = this.#options
    const length = isTcp ? 6 + REQUEST_BYTES : REQUEST_BYTES + 2
    while (this.#received.length >= length) {
      const frame = this.#received.subarray(0, length)
      this.#received = this.#received.subarray(length)
      if (isTcp) this.#asked(frame.subarray(6), frame.subarray(0, 4))
      else if (crc(frame.subarray(0, REQUEST_BYTES)).equals(frame.subarray(REQUEST_BYTES))) {
        this.#asked(frame.subarray(0, REQUEST_BYTES), null)
      }
    }
  }

  #asked(request: Buffer, head: Buffer | null): void {
    if (request[0] !== this.#options.unit) return
    this.requests++
    const { fault } = this
    if (fault === 'silent') return
    if (fault === 'noise') return this.#send?.(Buffer.from('00ff8105c3', 'hex'))
    const answer = this.#answer(request)
    if (fault !== null && 'unit' in fault) answer[0] = fault.unit
    const framed = head === null ? withCrc(answer) : withHead(head, answer)
    if (fault !== null && 'lateMs' in fault) {
      setTimeout(() => this.#send?.(framed), fault.lateMs)
    } else this.#send?.(framed)
  }

  #answer(request: Buffer): Buffer {
    const [unit = 0, code = 0] = request
    const refusal = Buffer.of(unit, code | 0x80, ILLEGAL_ADDRESS)
    const address = request.readUInt16BE(2)
    const value = request.readUInt16BE(4)
    if (code === READ_COILS) {
      if (address + value > this.#options.channels) return refusal
      const bytes = Buffer.alloc(Math.ceil(value / 8))
      for (let i = 0; i < value; i++) {
        if (this.isOn(address + i + 1)) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (1 << (i & 7))
      }
      return Buffer.concat([Buffer.of(unit, code, bytes.length), bytes])
    }
    const coil = address & 0xff
    const isPulse = address >> 8 === PULSE_ON
    const isKnown = isPulse || (address >> 8 === 0 && (value === 0 || value === 0xff00))
    if (code !== WRITE_COIL || coil >= this.#options.channels || !isKnown) return refusal
    const onMs = isPulse ? value * STEP_MS : value === 0 ? 0 : Number.POSITIVE_INFINITY
    this.#onUntil[coil] = onMs === 0 ? 0 : monotonicMs() + onMs
    this.moves.push({ channel: coil + 1, onMs })
    return Buffer.from(request)
  }
}

function crc(bytes: Buffer): Buffer {
  let sum = 0xffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1
  }
  return Buffer.of(sum & 0xff, sum >> 8)
}

const withCrc = (bytes: Buffer) => Buffer.concat([bytes, crc(bytes)])

function withHead(head: Buffer, bytes: Buffer): Buffer {
  return Buffer.concat([head, Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes])
}

/** Such a board at a TCP port of 127.0.0.1, as one on Ethernet is. */
export class PulseBoardServer {
  /** How many connections the other side has reset. */
  resets = 0
  readonly #device: EmulatedPulseBoard
  readonly #sockets = new Set<Socket>()
  #server: Server | null = null

  constructor(device: EmulatedPulseBoard) {
    this.#device = device
  }

  /** Answers its port. */
  async listen(port = 0): Promise<number> {
    const server = createServer((socket) => {
      this.#sockets.add(socket)
      this.#device.attach((bytes) => socket.writable && socket.write(bytes))
      socket.on('data', (bytes: Buffer) => this.#device.receive(bytes))
      socket.on('error', () => this.resets++)
      socket.on('close', () => this.#sockets.delete(socket))
    })
    this.#server = server
    await once(server.listen(port, '127.0.0.1'), 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  /** Ends it and every connection, as a cable that is pulled out of a switch does in the end. */
  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    this.#device.detach()
    for (const socket of this.#sockets) socket.destroy()
    if (server === null) return
    const closed = once(server, 'close')
    server.close()
    await closed
  }
}
