import { monotonicMs } from '../../clock/monotonic.ts'
import { systemTimers, type Timers } from '../../clock/timers.ts'
import { ResyncFramer } from '../../readers/device/resync-framer.ts'
import {
  OPCODE,
  STATUS,
  thingMagicAnswer,
  type ThingMagicFrame,
} from '../../readers/thingmagic/frame.ts'
import type { EmulatedDevice, ShownTag } from './emulator.ts'
import { bytesOf, type StreamEmulations } from './stream-emulation.ts'
import { thingMagicCommandShape } from './thingmagic-command.ts'

export interface EmulatedThingMagicOptions {
  timers?: Timers
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic?: () => number
}

const KEEP_ALIVE_MS = 1000
const DEFAULT_RSSI = -60
/** Offset in the start command of the flag for statistics, of which the temperature is one. */
const SEARCH_FLAGS = 10
const NOT_SUPPORTED = 0x0109

/** An M6E Nano: set up, it reads until it is stopped, with a keep-alive each second. */
export class EmulatedThingMagic implements EmulatedDevice {
  readonly #timers: Timers
  readonly #monotonic: () => number
  readonly #parser: ResyncFramer<Omit<ThingMagicFrame, 'status'>>
  #send: ((bytes: Uint8Array) => void) | null = null
  #cancelKeepAlive = () => {}
  #keepAliveAt = 0
  #sendsTemperature = false
  readonly #waiting: ShownTag[] = []
  isReading = false
  region: number | null = null
  centiDbm: number | null = null
  celsius = 40
  /** It hears and says nothing. */
  isMute = false
  /** Faults that come with each keep-alive, as 0x0504. */
  readonly faults = new Set<number>()
  /** Statuses that commands are answered with instead. */
  readonly refusals = new Map<number, number>()
  /** Bytes that it sends before each frame. */
  garbage: Uint8Array = new Uint8Array()

  constructor({ timers = systemTimers, monotonic = monotonicMs }: EmulatedThingMagicOptions = {}) {
    this.#timers = timers
    this.#monotonic = monotonic
    const onFrame = (frame: Omit<ThingMagicFrame, 'status'>) => this.#obey(frame)
    this.#parser = new ResyncFramer(thingMagicCommandShape, { onFrame, onNoise: () => {} })
  }

  attach(send: (bytes: Uint8Array) => void): void {
    this.#send = send
    this.#parser.reset()
    if (this.isReading) this.#keepAlive()
  }

  /** The module keeps its power: one that reads goes on when the wire is there again. */
  detach(): void {
    this.#cancelKeepAlive()
    this.#send = null
  }

  receive(bytes: Buffer): void {
    if (!this.isMute) this.#parser.push(bytes)
  }

  /** The tag is reported now, or once the module reads. */
  show(tag: ShownTag): void {
    if (this.isReading) this.say(OPCODE.READ, STATUS.OK, this.#record(tag))
    else this.#waiting.push(tag)
  }

  say(opcode: number, status: number, data: Uint8Array = new Uint8Array()): void {
    if (this.isMute) return
    if (this.garbage.length > 0) this.#send?.(this.garbage)
    this.#send?.(thingMagicAnswer({ opcode, status, data: Buffer.from(data) }))
  }

  /** It has started anew, and reads no more. */
  restart(): void {
    this.#cancelKeepAlive()
    this.isReading = false
  }

  #obey({ opcode, data }: Omit<ThingMagicFrame, 'status'>): void {
    if (opcode === OPCODE.MULTI_PROTOCOL) return this.#readOrStop(data)
    if (this.isReading) return
    const refusal = this.refusals.get(opcode)
    if (refusal !== undefined) return this.say(opcode, refusal)
    if (opcode === OPCODE.SET_REGION) this.region = data[0] ?? null
    if (opcode === OPCODE.SET_READ_POWER) this.centiDbm = data.readUInt16BE(0)
    this.say(opcode, STATUS.OK)
  }

  #readOrStop(data: Buffer): void {
    const isStart = data[2] === 1
    const isReady = this.region !== null && this.centiDbm !== null
    if (isStart && !isReady) return this.say(OPCODE.MULTI_PROTOCOL, NOT_SUPPORTED)
    this.say(OPCODE.MULTI_PROTOCOL, STATUS.OK)
    this.restart()
    if (!isStart) return
    this.isReading = true
    this.#sendsTemperature = ((data[SEARCH_FLAGS] ?? 0) & 1) === 1
    this.#keepAliveAt = this.#monotonic()
    for (const tag of this.#waiting.splice(0)) this.show(tag)
    this.#keepAlive()
  }

  #keepAlive(): void {
    this.#cancelKeepAlive = this.#timers.after(KEEP_ALIVE_MS, () => {
      this.#keepAliveAt = this.#monotonic()
      this.say(OPCODE.READ, STATUS.KEEP_ALIVE)
      for (const fault of this.faults) this.say(OPCODE.READ, fault)
      const temperature = Buffer.from([0, 1, 0x1f, 2, 0x82, 0, 0x82, 0, 1, this.celsius])
      if (this.#sendsTemperature) this.say(OPCODE.READ, STATUS.OK, temperature)
      this.#keepAlive()
    })
  }

  #record({ epc, antenna = 1, rssi = DEFAULT_RSSI, ageMs = 0 }: ShownTag): Buffer {
    const bytes = Buffer.from(epc, 'hex')
    const record = Buffer.alloc(28 + bytes.length)
    record.set([0x10, 0x00, 0x1b, 0x01, 0xff, 0x01, 0x01, rssi & 0xff, (antenna << 4) | antenna])
    record.set([0x0e, 0x16, 0x40], 9)
    const sinceKeepAlive = this.#monotonic() - this.#keepAliveAt - ageMs
    record.writeUInt32BE(Math.max(0, Math.round(sinceKeepAlive)), 12)
    record[18] = 0x05
    record.writeUInt16BE((bytes.length + 4) * 8, 22)
    record.writeUInt16BE((bytes.length / 2) << 11, 24)
    record.set(bytes, 26)
    return record
  }
}

/** A record up to its EPC: -60 dBm, antenna 1, 923,200 kHz; CRC of the tag behind it, which nobody checks. */
const RECORD = '10 00 1B 01 FF 01 01 C4 11 0E 16 40 00 00 01 27 00 00 05 00 00 0F 00 80 30 00'
const TAG_CRC = [0xe9, 0x4a]

function recordFrame(epc: string): Buffer {
  const data = Buffer.concat([bytesOf(RECORD), bytesOf(epc), Buffer.from(TAG_CRC)])
  return thingMagicAnswer({ opcode: OPCODE.READ, status: STATUS.OK, data })
}

/** Frames by the library of SparkFun for the M6E Nano. */
export const thingmagic: StreamEmulations<'thingmagic'> = [
  {
    tags: 'epc',
    settings: { region: 'north-america', powerDbm: 20 },
    device: () => new EmulatedThingMagic(),
    tagFrame: recordFrame,
    samples: [
      [recordFrame('E28011606000020000000001'), 'E28011606000020000000001'],
      [thingMagicAnswer({ opcode: OPCODE.READ, status: STATUS.KEEP_ALIVE, data: Buffer.alloc(0) })],
    ],
    damaged: ['FF 28 22 00 00 10 00 1B 01 FF', 'FF FF 22 00 00', 'FF 00 22 04 00 00 00'],
    seal: (bytes) =>
      thingMagicAnswer({
        opcode: bytes[2] ?? 0,
        status: ((bytes[3] ?? 0) << 8) | (bytes[4] ?? 0),
        data: Buffer.from(bytes.subarray(5, -2)),
      }),
    recoversAfter: 'bytes',
  },
]
