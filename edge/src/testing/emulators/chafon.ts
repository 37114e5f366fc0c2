import { systemTimers, type Timers } from '../../clock/timers.ts'
import { ResyncFramer } from '../../readers/device/resync-framer.ts'
import { CHAFON, CHAFON_STATUS, chafonFrame, type ChafonFrame } from '../../readers/chafon/frame.ts'
import { chafonCommandShape } from './chafon-command.ts'
import type { EmulatedDevice, ShownTag } from './emulator.ts'
import type { StreamEmulation, StreamEmulations } from './stream-emulation.ts'

export interface EmulatedChafonOptions {
  variant: 'old' | 'new'
  timers?: Timers
  /** The time of one inventory. */
  roundMs?: number
  heartbeatMs?: number
}

const DEFAULT_RSSI = -56
/** Version, type, protocols, then highest and lowest frequency of the US band, 20 dBm, scan time 1 s. */
const INFO = [0x02, 0x15, 0x09, 0x03, 0x31, 0x80, 20, 10]
const POWER = 6
const MODE = 4
const TAGS_A_FRAME = 2

/**
 * A reader of either firmware: the old one is polled for its tags, the new one reports them by
 * itself.
 */
export class EmulatedChafon implements EmulatedDevice {
  readonly #options: Required<EmulatedChafonOptions>
  readonly #parser: ResyncFramer<Omit<ChafonFrame, 'status'>>
  readonly #waiting: ShownTag[] = []
  #send: ((bytes: Uint8Array) => void) | null = null
  #cancelRound = () => {}
  #cancelHeartbeat = () => {}
  address = 0
  readonly info = [...INFO]
  /** Wiegand settings, the mode (1: it scans by itself), and what goes with the mode. */
  workMode = [0x00, 0x1e, 0x0a, 0x0f, 0, 0x02, 0x04, 0x02, 0x06, 0x00, 0x00, 0x00]
  isReading = false
  /** It hears and says nothing. */
  isMute = false
  /** Answers that are lost on the way, from the next one on. */
  losses = 0
  inventories = 0
  /** Statuses that commands are answered with instead. */
  readonly refusals = new Map<number, number>()
  /** Commands that it does not hear. */
  readonly deafTo = new Set<number>()
  /** Bytes that it sends before each frame. */
  garbage: Uint8Array = new Uint8Array()

  constructor(options: EmulatedChafonOptions) {
    this.#options = { timers: systemTimers, roundMs: 20, heartbeatMs: 1000, ...options }
    const onFrame = (frame: Omit<ChafonFrame, 'status'>) => this.#obey(frame)
    this.#parser = new ResyncFramer(chafonCommandShape, { onFrame, onNoise: () => {} })
  }

  attach(send: (bytes: Uint8Array) => void): void {
    this.#send = send
    this.#parser.reset()
    if (this.isReading) this.#beat()
  }

  /** It keeps its power: one that reads goes on when the wire is there again. */
  detach(): void {
    this.#cancelRound()
    this.#cancelHeartbeat()
    this.#send = null
  }

  receive(bytes: Buffer): void {
    if (!this.isMute) this.#parser.push(bytes)
  }

  /** The tag is reported now while it reads by itself, or in active mode, else in the next inventory. */
  show(tag: ShownTag): void {
    const isActive = this.#options.variant === 'old' && this.workMode[MODE] !== 0
    if (isActive) this.say(CHAFON.UNASKED, CHAFON_STATUS.OK, [...Buffer.from(tag.epc, 'hex')])
    else if (!this.isReading) this.#waiting.push(tag)
    else this.say(CHAFON.UNASKED, CHAFON_STATUS.OK, [antennaOf(tag), ...this.#listed(tag)])
  }

  say(command: number, status: number, data: readonly number[] = []): void {
    if (this.isMute) return
    if (this.losses > 0) {
      this.losses--
      return
    }
    if (this.garbage.length > 0) this.#send?.(this.garbage)
    this.#send?.(chafonFrame(this.address, command, [status, ...data]))
  }

  /** It has started anew, and reads no more. */
  restart(): void {
    this.#cancelHeartbeat()
    this.isReading = false
  }

  #obey({ address, command, data }: Omit<ChafonFrame, 'status'>): void {
    if (address !== this.address && address !== 0xff) return
    if (this.isReading && command !== CHAFON.REAL_TIME) return
    if (this.deafTo.has(command)) return
    const refusal = this.refusals.get(command) ?? this.#illegal(command, data)
    if (refusal !== undefined) return this.say(command, refusal)
    if (command === CHAFON.INVENTORY) return this.#inventory()
    if (command === CHAFON.REAL_TIME) this.#readBySelf(data[0] === 1)
    if (command === CHAFON.SET_POWER) this.info[POWER] = data[0] ?? 0
    const answers: Record<number, number[]> = {
      [CHAFON.READER_INFO]: this.info,
      [CHAFON.GET_WORK_MODE]: this.workMode,
    }
    this.say(command, CHAFON_STATUS.OK, answers[command])
  }

  #illegal(command: number, data: Buffer): number | undefined {
    const isForNew = command === CHAFON.REAL_TIME
    const isForOld =
      command === CHAFON.GET_WORK_MODE || (command === CHAFON.INVENTORY && data.length === 0)
    return (this.#options.variant === 'old' ? isForNew : isForOld)
      ? CHAFON_STATUS.ILLEGAL
      : undefined
  }

  #inventory(): void {
    this.inventories++
    this.#cancelRound()
    this.#cancelRound = this.#options.timers.after(this.#options.roundMs, () => {
      const tags = this.#waiting.splice(0)
      if (tags.length === 0) return this.say(CHAFON.INVENTORY, CHAFON_STATUS.NO_TAG)
      while (tags.length > 0) {
        const some = tags.splice(0, TAGS_A_FRAME)
        const status = tags.length > 0 ? CHAFON_STATUS.MORE : CHAFON_STATUS.DONE
        const list = some.flatMap((tag) => this.#listed(tag))
        this.say(CHAFON.INVENTORY, status, [some.length, ...list])
      }
    })
  }

  #readBySelf(isOn: boolean): void {
    this.#cancelHeartbeat()
    this.isReading = isOn
    if (isOn) this.#beat()
  }

  #beat(): void {
    this.#cancelHeartbeat = this.#options.timers.after(this.#options.heartbeatMs, () => {
      this.say(CHAFON.UNASKED, CHAFON_STATUS.HEARTBEAT)
      this.#beat()
    })
  }

  #listed({ epc, rssi = DEFAULT_RSSI }: ShownTag): number[] {
    const bytes = Buffer.from(epc, 'hex')
    return [bytes.length, ...bytes, ...(this.#options.variant === 'new' ? [rssi & 0xff] : [])]
  }
}

const antennaOf = ({ antenna = 1 }: ShownTag) => 1 << (antenna - 1)

const seal = (bytes: Buffer) =>
  chafonFrame(bytes[1] ?? 0, bytes[2] ?? 0, [...bytes.subarray(3, -2)])
const epcBytes = (epc: string) => [...Buffer.from(epc, 'hex')]
const common = {
  tags: 'epc',
  damaged: ['14 00 EE 00 01 0C E2 84 36 11', 'FF 00 EE 00', '13 00 0F 01 01 0C E2 84 36 11 00 00'],
  seal,
  recoversAfter: 'bytes',
} as const satisfies Partial<StreamEmulation<'chafon'>>

/** UHFReader09 and 18 by their manuals and captures, UHFEx10 by its fields. */
export const chafon: StreamEmulations<'chafon'> = [
  {
    ...common,
    settings: { variant: 'new', region: 'us' },
    device: () => new EmulatedChafon({ variant: 'new' }),
    tagFrame: (epc) =>
      chafonFrame(0, CHAFON.UNASKED, [CHAFON_STATUS.OK, 1, epc.length / 2, ...epcBytes(epc), 0xc8]),
    samples: [
      [
        '14 00 EE 00 01 0C E2 84 36 11 00 00 10 00 09 49 44 AA C8 F1 38',
        'E284361100001000094944AA',
      ],
      ['05 00 76 00 62 C9'],
    ],
  },
  {
    ...common,
    model: 'old',
    settings: { variant: 'old', region: 'us' },
    device: () => new EmulatedChafon({ variant: 'old' }),
    tagFrame: (epc) =>
      chafonFrame(0, CHAFON.INVENTORY, [CHAFON_STATUS.DONE, 1, epc.length / 2, ...epcBytes(epc)]),
    samples: [
      ['13 00 0F 01 01 0C E2 84 36 11 00 00 10 00 09 49 44 AA DA FF', 'E284361100001000094944AA'],
      ['05 00 01 FB F2 3D'],
      ['11 00 EE 00 E2 84 36 11 00 00 10 00 09 49 44 AA 9A CC', 'E284361100001000094944AA'],
      ['11 00 36 00 00 1E 0A 0F 01 02 04 02 06 00 00 00 A6 66'],
    ],
  },
]
