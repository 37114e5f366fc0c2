import { systemTimers, type Timers } from '../../clock/timers.ts'
import { CF, CF_SHAPE, CF_STATUS, cfFrame, type CfFrame } from '../../readers/chafon-cf/frame.ts'
import { ResyncFramer } from '../../readers/device/resync-framer.ts'
import type { EmulatedDevice, ShownTag } from './emulator.ts'
import type { StreamEmulations } from './stream-emulation.ts'

export interface EmulatedChafonCfOptions {
  timers?: Timers
  /** The time of one round of the inventory. */
  roundMs?: number
  /** A round without a tag ends the inventory, until it is begun again. */
  endsRounds?: boolean
}

const DEFAULT_RSSI = -63
/** As a reader on Ethernet told them: 902.75 to 927.25 MHz, 33 dBm, antenna 1. */
const PARAMETERS = Buffer.from('0000008004000101038602EE01F43121010400000C00030105', 'hex')
const MODE = 2
const POWER = 15
/** One on Ethernet says this as it is connected. */
const GREETING = Uint8Array.of(0, 0)

/** A CF591 or one of its kin: asked for an inventory, or reading by itself in its active mode. */
export class EmulatedChafonCf implements EmulatedDevice {
  readonly #options: Required<EmulatedChafonCfOptions>
  readonly #parser: ResyncFramer<CfFrame>
  readonly #waiting: ShownTag[] = []
  #send: ((bytes: Uint8Array) => void) | null = null
  #cancelRound = () => {}
  address = 0
  parameters = Buffer.from(PARAMETERS)
  isReading = false
  /** It hears and says nothing. */
  isMute = false
  /** Answers that are lost on the way, from the next one on. */
  losses = 0
  /** Commands that it has taken, in their order. */
  readonly obeyed: number[] = []
  /** Statuses that commands are answered with instead. */
  readonly refusals = new Map<number, number>()
  /** Bytes that it sends before each frame. */
  garbage: Uint8Array = new Uint8Array()

  constructor(options: EmulatedChafonCfOptions = {}) {
    this.#options = { timers: systemTimers, roundMs: 20, endsRounds: false, ...options }
    const onFrame = (frame: CfFrame) => this.#obey(frame)
    this.#parser = new ResyncFramer(CF_SHAPE, { onFrame, onNoise: () => {} })
  }

  /** 0: it answers. 1: it reads by itself. */
  set mode(mode: 0 | 1) {
    this.parameters[MODE] = mode
  }

  attach(send: (bytes: Uint8Array) => void): void {
    this.#send = send
    this.#parser.reset()
    send(GREETING)
    if (this.isReading) this.#nextRound()
  }

  /** It keeps its power: one that reads goes on when the wire is there again. */
  detach(): void {
    this.#cancelRound()
    this.#send = null
  }

  receive(bytes: Buffer): void {
    if (!this.isMute) this.#parser.push(bytes)
  }

  /** The tag is told now by one that reads by itself, else in the next round. */
  show(tag: ShownTag): void {
    if (this.parameters[MODE] === 0) this.#waiting.push(tag)
    else this.say(CF.INVENTORY, tagData(tag))
  }

  say(command: number, data: readonly number[]): void {
    if (this.isMute) return
    if (this.losses > 0) {
      this.losses--
      return
    }
    if (this.garbage.length > 0) this.#send?.(this.garbage)
    this.#send?.(cfFrame(this.address, command, data))
  }

  /** It has started anew, and reads no more. */
  restart(): void {
    this.#cancelRound()
    this.isReading = false
  }

  #obey({ address, command, data }: CfFrame): void {
    if (address !== this.address && address !== 0xff) return
    // It hears nothing but the stop while it reads for somebody.
    if (this.isReading && command !== CF.STOP && command !== CF.INVENTORY) return
    this.obeyed.push(command)
    const refusal = this.refusals.get(command)
    if (refusal !== undefined) return this.say(command, [refusal])
    if (command === CF.INVENTORY) {
      this.#cancelRound()
      this.isReading = true
      return this.#nextRound()
    }
    if (command === CF.STOP) this.restart()
    if (command === CF.SET_POWER) this.parameters[POWER] = data[0] ?? 0
    if (command === CF.SET_PARAMETERS) this.parameters = Buffer.from(data)
    const told = command === CF.GET_PARAMETERS ? [...this.parameters] : []
    this.say(command, [CF_STATUS.OK, ...told])
  }

  #nextRound(): void {
    this.#cancelRound = this.#options.timers.after(this.#options.roundMs, () => {
      const tags = this.#waiting.splice(0)
      for (const tag of tags) this.say(CF.INVENTORY, tagData(tag))
      if (tags.length === 0) this.say(CF.INVENTORY, [CF_STATUS.ROUND_OVER])
      if (tags.length === 0 && this.#options.endsRounds) this.isReading = false
      else if (this.isReading) this.#nextRound()
    })
  }
}

/** Status, RSSI in tenths of a dBm, antenna, channel, and the EPC behind its length. */
export function tagData({ epc, antenna = 1, rssi = DEFAULT_RSSI }: ShownTag): number[] {
  const bytes = Buffer.from(epc, 'hex')
  const deciDbm = Math.round(rssi * 10) & 0xffff
  return [CF_STATUS.OK, deciDbm >> 8, deciDbm & 0xff, antenna, 0, bytes.length, ...bytes]
}

/** Field notes of an Ethernet reader, a TCP capture, a hand reader's tests, and the probe of a CF600. */
export const chafonCf: StreamEmulations<'chafon_cf'> = [
  {
    tags: 'epc',
    settings: { region: 'us' },
    device: () => new EmulatedChafonCf(),
    tagFrame: (epc) => cfFrame(0, CF.INVENTORY, tagData({ epc })),
    samples: [
      [
        'CF 00 00 01 12 00 FD 8A 01 00 0C E2 80 69 15 00 00 40 20 ED 96 48 B3 50 57',
        'E280691500004020ED9648B3',
      ],
      ['CF 00 00 01 01 12 42 1D'],
      ['CF 00 00 02 01 00 9E EA'],
      ['CF 00 00 53 01 00 47 D5'],
      ['CF 00 00 71 01 00 F1 56'],
      [
        'CF 00 00 72 1A 00 00 00 01 80 04 00 01 01 03 86 02 EE 01 F4 31 21 01 04 00 00 0C 00 03 01 05 2C 68',
      ],
    ],
    damaged: [
      '00 00',
      // CF inside of a frame that is cut, and a length that lies.
      'CF 00 00 01 12 00 FD 8A 01 00 0C CF 00 00 01 FF',
      'CF 00 00 01 12 00 FD 8A 01 00 0C E2 80 69 15 00 00 40 20 ED 96 48 B3 57 50',
      // A barcode of the hand reader, in place of a tag.
      cfFrame(0, CF.INVENTORY, [0, 0, 0, 0, 0, 4, 0x37, 0x35, 0x30, 0x31]),
    ],
    seal: (bytes) => {
      const command = ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)
      return cfFrame(bytes[1] ?? 0, command, [...bytes.subarray(5, -2)])
    },
    recoversAfter: 'bytes',
  },
]
