import { systemTimers, type Timers } from '../../clock/timers.ts'
import { A0, A0_CODE, A0_SHAPE, a0Frame, type A0Frame } from '../../readers/a0/frame.ts'
import { ResyncFramer } from '../../readers/device/resync-framer.ts'
import type { EmulatedDevice, ShownTag } from './emulator.ts'
import type { StreamEmulations } from './stream-emulation.ts'

export interface EmulatedA0Options {
  timers?: Timers
  /** The time of one round of one antenna. */
  roundMs?: number
}

const DEFAULT_RSSI = -74
/** Version 1.9. */
const VERSION = [0x01, 0x09]

/** An IND903 with four antennas: one round of the antenna that was chosen, each time that it is asked. */
export class EmulatedA0 implements EmulatedDevice {
  readonly #timers: Timers
  readonly #roundMs: number
  readonly #parser: ResyncFramer<A0Frame>
  #waiting: ShownTag[] = []
  #send: ((bytes: Uint8Array) => void) | null = null
  #cancelRound = () => {}
  #antenna = 1
  address = 1
  /** FCC, 902 to 928 MHz. */
  region = [0x01, 0x07, 0x3b]
  powerDbm: number | null = null
  /** The antennas of the rounds that it was asked for, in their order. */
  readonly rounds: number[] = []
  /** Codes of antennas that cannot read, such as that nothing is connected. */
  readonly faults = new Map<number, number>()
  /** Codes that commands are answered with instead. */
  readonly refusals = new Map<number, number>()
  /** It hears and says nothing. */
  isMute = false
  /** Answers that are lost on the way, from the next one on. */
  losses = 0
  /** Bytes that it sends before each frame. */
  garbage: Uint8Array = new Uint8Array()

  constructor({ timers = systemTimers, roundMs = 20 }: EmulatedA0Options = {}) {
    this.#timers = timers
    this.#roundMs = roundMs
    const onFrame = (frame: A0Frame) => this.#obey(frame)
    this.#parser = new ResyncFramer(A0_SHAPE, { onFrame, onNoise: () => {} })
  }

  attach(send: (bytes: Uint8Array) => void): void {
    this.#send = send
    this.#parser.reset()
  }

  detach(): void {
    this.#cancelRound()
    this.#send = null
  }

  receive(bytes: Buffer): void {
    if (!this.isMute) this.#parser.push(bytes)
  }

  /** The tag answers in the next round of its antenna. */
  show(tag: ShownTag): void {
    this.#waiting.push(tag)
  }

  say(command: number, data: readonly number[]): void {
    if (this.isMute) return
    if (this.losses > 0) {
      this.losses--
      return
    }
    if (this.garbage.length > 0) this.#send?.(this.garbage)
    this.#send?.(a0Frame(this.address, command, data))
  }

  #obey({ address, command, data }: A0Frame): void {
    if (address !== this.address && address !== 0xff) return
    const refusal = this.refusals.get(command)
    if (refusal !== undefined) return this.say(command, [refusal])
    switch (command) {
      case A0.VERSION:
        return this.say(command, VERSION)
      case A0.GET_REGION:
        return this.say(command, this.region)
      case A0.SET_ANTENNA:
        this.#antenna = (data[0] ?? 0) + 1
        break
      case A0.SET_TEMPORARY_POWER:
        this.powerDbm = data[0] ?? null
        break
      case A0.REAL_TIME_INVENTORY:
        return this.#round()
    }
    this.say(command, [A0_CODE.SUCCESS])
  }

  #round(): void {
    const antenna = this.#antenna
    this.rounds.push(antenna)
    this.#cancelRound()
    this.#cancelRound = this.#timers.after(this.#roundMs, () => {
      const fault = this.faults.get(antenna)
      if (fault !== undefined) return this.say(A0.REAL_TIME_INVENTORY, [fault])
      const isHere = (tag: ShownTag) => (tag.antenna ?? 1) === antenna
      const tags = this.#waiting.filter(isHere)
      this.#waiting = this.#waiting.filter((tag) => !isHere(tag))
      for (const tag of tags) this.say(A0.REAL_TIME_INVENTORY, tagData(tag, antenna))
      this.say(A0.REAL_TIME_INVENTORY, [antenna - 1, 0, 0x11, 0, 0, 0, tags.length])
    })
  }
}

/** FreqAnt, PC, EPC and RSSI. */
function tagData({ epc, rssi = DEFAULT_RSSI }: ShownTag, antenna: number): number[] {
  const bytes = Buffer.from(epc, 'hex')
  return [0x8c | (antenna - 1), (bytes.length / 2) << 3, 0, ...bytes, rssi + 129]
}

/** Frames of an IND903, as the README of ActivIoTy's library has them. */
export const a0: StreamEmulations<'a0'> = [
  {
    tags: 'epc',
    settings: { region: 'fcc' },
    device: () => new EmulatedA0(),
    tagFrame: (epc) => a0Frame(1, A0.REAL_TIME_INVENTORY, tagData({ epc }, 1)),
    samples: [
      [
        'A0 13 01 89 8C 30 00 30 08 33 B2 DD D9 01 40 00 00 00 01 37 BB',
        '300833B2DDD9014000000001',
      ],
      ['A0 0A 01 89 00 00 11 00 00 00 05 B6'],
      ['A0 05 01 72 01 09 DE'],
      ['A0 04 01 74 10 D7'],
    ],
    damaged: ['A0 0A 01 89 00 00 1D 00 00 00 01 BC', 'A0 FF 01 89 8C 30 00', 'A0 03 01 89 D3'],
    seal(bytes) {
      const data = [...bytes.subarray(4, -1)]
      return a0Frame(bytes[2] ?? 0, bytes[3] ?? 0, data)
    },
    recoversAfter: 'bytes',
  },
]
