import { systemTimers, type Timers } from '../../clock/timers.ts'
import { ResyncFramer } from '../../readers/device/resync-framer.ts'
import {
  Command,
  encodeM100,
  FrameType,
  gen2Crc,
  m100Shape,
  type M100Frame,
} from '../../readers/m100/frame.ts'
import type { Framing } from '../../readers/m100/framing.ts'
import type { EmulatedDevice, ShownTag } from './emulator.ts'
import type { StreamEmulations } from './stream-emulation.ts'

export interface EmulatedM100Options {
  framing?: Framing
  timers?: Timers
  /** The time of one round of the inventory. */
  roundMs?: number
}

const NO_TAG = 0x15
const OK = 0
const DEFAULT_RSSI = -55

/** A strict M100 module: while it reads, it takes no command but stop. */
export class EmulatedM100 implements EmulatedDevice {
  readonly #framing: Framing
  readonly #timers: Timers
  readonly #roundMs: number
  readonly #parser: ResyncFramer<M100Frame>
  readonly #waiting: ShownTag[] = []
  #send: ((bytes: Uint8Array) => void) | null = null
  #cancelRound = () => {}
  #roundsLeft = 0
  /** What it was set to and asked for. */
  region: number | null = null
  centiDbm: number | null = null
  polls = 0
  /** It hears and says nothing. */
  isMute = false
  /** Commands that it refuses, with the code of the error. */
  readonly refusals = new Map<number, number>()
  /** Error codes that it sends in the next rounds instead of tags. */
  readonly troubles: number[] = []
  /** Bytes that it sends before each frame. */
  garbage: Uint8Array = new Uint8Array()

  constructor({
    framing = 'bb-7e',
    timers = systemTimers,
    roundMs = 20,
  }: EmulatedM100Options = {}) {
    this.#framing = framing
    this.#timers = timers
    this.#roundMs = roundMs
    const onFrame = (frame: M100Frame) => this.#obey(frame)
    this.#parser = new ResyncFramer(m100Shape(framing), { onFrame, onNoise: () => {} })
  }

  get isReading(): boolean {
    return this.#roundsLeft > 0
  }

  attach(send: (bytes: Uint8Array) => void): void {
    this.#send = send
    this.#parser.reset()
    if (this.isReading) this.#nextRound()
  }

  /** The module keeps its power: one that reads goes on when the wire is there again. */
  detach(): void {
    this.#cancelRound()
    this.#send = null
  }

  receive(bytes: Buffer): void {
    if (!this.isMute) this.#parser.push(bytes)
  }

  /** The tag answers in the next round. */
  show(tag: ShownTag): void {
    this.#waiting.push(tag)
  }

  /** It reads already, as one does whose edge was killed. */
  readOn(rounds: number): void {
    this.#roundsLeft = rounds
    if (this.#send !== null) this.#nextRound()
  }

  #obey({ type, command, params }: M100Frame): void {
    if (type !== FrameType.COMMAND || (this.isReading && command !== Command.STOP)) return
    const refusal = this.refusals.get(command)
    if (refusal !== undefined) return this.#say(FrameType.ANSWER, Command.ERROR, [refusal])
    switch (command) {
      case Command.STOP:
        this.#cancelRound()
        this.#roundsLeft = 0
        break
      case Command.REGION:
        this.region = params[0] ?? null
        break
      case Command.POWER:
        this.centiDbm = ((params[0] ?? 0) << 8) | (params[1] ?? 0)
        break
      case Command.SINGLE_POLL:
      case Command.MULTI_POLL:
        this.polls++
        this.readOn(
          command === Command.SINGLE_POLL ? 1 : ((params[1] ?? 0) << 8) | (params[2] ?? 0),
        )
        return
    }
    this.#say(FrameType.ANSWER, command, [OK])
  }

  #nextRound(): void {
    this.#cancelRound = this.#timers.after(this.#roundMs, () => {
      this.#roundsLeft--
      const trouble = this.troubles.shift()
      const tags = trouble === undefined ? this.#waiting.splice(0) : []
      for (const tag of tags) this.#say(FrameType.NOTICE, Command.SINGLE_POLL, noticeOf(tag))
      if (tags.length === 0) this.#say(FrameType.ANSWER, Command.ERROR, [trouble ?? NO_TAG])
      if (this.isReading) this.#nextRound()
    })
  }

  #say(type: number, command: number, params: ArrayLike<number>): void {
    if (this.isMute) return
    if (this.garbage.length > 0) this.#send?.(this.garbage)
    this.#send?.(encodeM100(this.#framing, { type, command, params }))
  }
}

/** The parameters of a notice: RSSI, PC, EPC and the CRC of both. */
export function noticeOf({ epc, rssi = DEFAULT_RSSI }: ShownTag): Buffer {
  const bytes = Buffer.from(epc, 'hex')
  const notice = Buffer.alloc(bytes.length + 5)
  notice.writeInt8(rssi, 0)
  notice.writeUInt16BE((bytes.length / 2) << 11, 1)
  notice.set(bytes, 3)
  notice.writeUInt16BE(gen2Crc(notice, 1, bytes.length + 3), bytes.length + 3)
  return notice
}

/** Frames of YRM100 and R200: tests of M5Stack's unit (MIT), and makers' manuals. */
export const m100: StreamEmulations<'m100'> = [
  {
    tags: 'epc',
    settings: { region: 'us' },
    device: () => new EmulatedM100(),
    tagFrame: (epc) =>
      encodeM100('bb-7e', {
        type: FrameType.NOTICE,
        command: Command.SINGLE_POLL,
        params: noticeOf({ epc }),
      }),
    samples: [
      [
        'BB 02 22 00 11 C9 34 00 30 75 1F EB 70 5C 59 04 E3 D5 0D 70 3A 76 EF 7E',
        '30751FEB705C5904E3D50D70',
      ],
      ['BB 01 FF 00 01 15 16 7E'],
      ['BB 01 28 00 01 00 2A 7E'],
    ],
    damaged: [
      'BB 01 03 00 10 00 4D 31 30 30 20 32 36 64 42 6D 20 56 31 2E 30 22 7E',
      'BB 02 22 00 7F C9 34',
      'BB 01 FF FF FF',
    ],
    seal: (bytes) =>
      encodeM100('bb-7e', {
        type: bytes[1] ?? 0,
        command: bytes[2] ?? 0,
        params: bytes.subarray(5, -2),
      }),
    recoversAfter: 'bytes',
  },
]
