import { type LlrpFrame, LlrpFramer } from '../../readers/llrp/framer.ts'
import {
  encodeMessage,
  type LlrpMessage,
  MessageType,
  RESPONSE_OF,
} from '../../readers/llrp/message.ts'
import { Parameter, tlv, TvParameter, u16, u32, u8 } from '../../readers/llrp/parameters.ts'
import type { EmulatedDevice, ShownTag } from './emulator.ts'
import {
  rospecFault,
  startsByItself,
  statusOf,
  usedAntennas,
  wantedKeepalive,
  wantsHolding,
} from './llrp-requests.ts'

/** Its uptime at the first connection. */
const UP_FOR_MS = 86_400_000
const UNSUPPORTED_MESSAGE = 109

export interface LlrpEmulatorOptions {
  /** Ports for antennas, from 1 on. */
  ports?: number
  /** Those of them that have an antenna; absent: all. */
  plugged?: number[]
  /** Entries of its table of powers. */
  powers?: number
  /** How far its clock is ahead; null: it has none, and counts from its start. */
  clockAheadMs?: number | null
  /** It knows no GET_READER_CONFIG. */
  hasNoConfig?: boolean
}

interface Rospec {
  id: number
  antennas: number[]
  startsByItself: boolean
  isRunning: boolean
}

/**
 * A reader that speaks LLRP: it takes one ROSpec, reports each tag at once, holds reports back while
 * nobody is connected, keeps alive as it is told to, and answers nothing while it is `deaf`.
 */
export class LlrpEmulator implements EmulatedDevice {
  readonly #options: LlrpEmulatorOptions
  readonly #startedAt = Date.now() - UP_FOR_MS
  readonly #framer: LlrpFramer
  readonly #plugged: Set<number>
  #send: ((bytes: Uint8Array) => void) | null = null
  #rospec: Rospec | null = null
  #held: Buffer[] = []
  /** It was told to hold reports until it is asked for them, on each connection after this one. */
  #holdsBack = false
  #isHolding = false
  #keepalive: NodeJS.Timeout | null = null
  #lastReport: Buffer = Buffer.alloc(0)
  #messages = 0
  #reads = 0
  /** It neither answers nor keeps alive. */
  deaf = false
  /** It sends no keepalive, and does all else. */
  isQuiet = false
  /** How many times a reading was started. */
  starts = 0
  /** Types of the messages that it got, in order. */
  readonly heard: number[] = []

  constructor(options: LlrpEmulatorOptions = {}) {
    this.#options = options
    const ports = Array.from({ length: this.#ports }, (_, i) => i + 1)
    this.#plugged = new Set(options.plugged ?? ports)
    this.#framer = new LlrpFramer({ onFrame: (frame) => this.#take(frame), onNoise() {} })
  }

  get #ports(): number {
    return this.#options.ports ?? 4
  }

  get isReading(): boolean {
    return this.#rospec?.isRunning ?? false
  }

  /** Reports that wait for somebody to connect. */
  get heldReports(): number {
    return this.#held.length
  }

  attach(send: (bytes: Uint8Array) => void): void {
    this.#send = send
    this.#isHolding = this.#holdsBack
    this.#framer.reset()
    this.#event(tlv(Parameter.connectionAttempt, u16(0)))
  }

  receive(bytes: Buffer): void {
    if (!this.deaf) this.#framer.push(bytes)
  }

  show(tag: ShownTag): void {
    const { antenna = 1 } = tag
    const used = this.#rospec?.antennas ?? []
    if (!this.isReading || !(used.includes(0) || used.includes(antenna))) return
    const report = this.reportOf(tag)
    this.#lastReport = report
    if (this.#send === null || this.#isHolding) this.#held.push(report)
    else this.#send(report)
  }

  /** Sends the last report again, byte by byte the same. */
  repeat(): void {
    if (this.#send === null || this.#isHolding) this.#held.push(this.#lastReport)
    else this.#send(this.#lastReport)
  }

  /** An antenna is plugged in or pulled. */
  plug(antenna: number, isPlugged: boolean): void {
    if (isPlugged) this.#plugged.add(antenna)
    else this.#plugged.delete(antenna)
    this.#event(tlv(Parameter.antennaEvent, u8(isPlugged ? 1 : 0), u16(antenna)))
  }

  /** Sends any other event, such as a buffer that overflows. */
  tell(event: Uint8Array): void {
    this.#event(event)
  }

  /** Bytes that are no LLRP, or not whole. */
  babble(bytes: Uint8Array): void {
    this.#send?.(bytes)
  }

  detach(): void {
    this.#send = null
    if (this.#keepalive !== null) clearInterval(this.#keepalive)
    this.#keepalive = null
  }

  /** An RO_ACCESS_REPORT of one tag, as it lies on the wire. */
  reportOf({ epc, antenna = 1, rssi = -55, ageMs = 0 }: ShownTag): Buffer {
    const bytes = Buffer.from(epc, 'hex')
    const code =
      bytes.length === 12
        ? tv(TvParameter.epc96, bytes)
        : tlv(Parameter.epcData, u16(bytes.length * 8), bytes)
    // By the microsecond no two reads are of one time.
    const seen = microseconds(this.#clock() - ageMs, ++this.#reads % 1000)
    const hasClock = this.#options.clockAheadMs !== null
    const data = tlv(
      Parameter.tagReportData,
      code,
      tv(TvParameter.antennaId, u16(antenna)),
      tv(TvParameter.peakRssi, u8(rssi & 0xff)),
      tv(hasClock ? TvParameter.lastSeenUtc : TvParameter.lastSeenUptime, seen),
      tv(TvParameter.tagSeenCount, u16(1)),
    )
    return encodeMessage(MessageType.roAccessReport, ++this.#messages, data)
  }

  /** Milliseconds that its clock shows. */
  #clock(): number {
    const { clockAheadMs = 0 } = this.#options
    return clockAheadMs === null ? Date.now() - this.#startedAt : Date.now() + clockAheadMs
  }

  #event(...events: Uint8Array[]): void {
    const time = microseconds(this.#clock())
    const hasClock = this.#options.clockAheadMs !== null
    const stamp = tlv(hasClock ? Parameter.utcTimestamp : Parameter.uptime, time)
    const data = tlv(Parameter.eventNotificationData, stamp, ...events)
    this.#send?.(encodeMessage(MessageType.readerEventNotification, ++this.#messages, data))
  }

  #take(frame: LlrpFrame): void {
    if (frame.type === 'broken') return
    const { type, id } = frame
    this.heard.push(type)
    if (type === MessageType.enableEventsAndReports) this.#release()
    const response = RESPONSE_OF[type]
    if (response === undefined) return
    const isConfig = type === MessageType.getReaderConfig
    if (isConfig && this.#options.hasNoConfig) {
      this.#send?.(encodeMessage(response, id, statusOf(UNSUPPORTED_MESSAGE, '')))
      return
    }
    const status = this.#obey(frame)
    const answer = isConfig ? this.#antennas() : []
    this.#send?.(encodeMessage(response, id, status, ...answer))
  }

  #obey({ type, body }: LlrpMessage): Buffer {
    switch (type) {
      case MessageType.setReaderConfig:
        this.#keepAlive(wantedKeepalive(body))
        this.#holdsBack = wantsHolding(body)
        break
      case MessageType.deleteRospec:
        this.#rospec = null
        break
      case MessageType.addRospec: {
        const fault = rospecFault(body, { ports: this.#ports, powers: this.#options.powers ?? 91 })
        if (fault !== null) return fault
        this.#rospec = {
          id: body.readUInt32BE(4),
          antennas: usedAntennas(body),
          startsByItself: startsByItself(body),
          isRunning: false,
        }
        break
      }
      case MessageType.enableRospec:
        if (this.#rospec?.id !== body.readUInt32BE(0)) return statusOf(101, 'no such ROSpec')
        if (this.#rospec.startsByItself) this.#start(this.#rospec)
        break
      case MessageType.startRospec:
        if (this.#rospec?.id !== body.readUInt32BE(0)) return statusOf(101, 'no such ROSpec')
        if (this.#rospec.isRunning) return statusOf(112, 'it reads already')
        this.#start(this.#rospec)
        break
    }
    return statusOf(0, '')
  }

  #start(rospec: Rospec): void {
    rospec.isRunning = true
    this.starts++
  }

  #keepAlive(everyMs: number): void {
    if (this.#keepalive !== null) clearInterval(this.#keepalive)
    this.#keepalive = setInterval(() => {
      if (this.deaf || this.isQuiet) return
      this.#send?.(encodeMessage(MessageType.keepalive, ++this.#messages))
    }, everyMs)
    this.#keepalive.unref()
  }

  #antennas(): Buffer[] {
    return Array.from({ length: this.#ports }, (_, i) =>
      tlv(Parameter.antennaProperties, u8(this.#plugged.has(i + 1) ? 0x80 : 0), u16(i + 1, 0)),
    )
  }

  #release(): void {
    this.#isHolding = false
    for (const report of this.#held.splice(0)) this.#send?.(report)
  }
}

const tv = (type: number, value: Uint8Array) => Buffer.concat([u8(0x80 | type), value])

function microseconds(ms: number, more = 0): Buffer {
  const us = Math.round(ms) * 1000 + more
  return u32(Math.floor(us / 0x1_0000_0000), us % 0x1_0000_0000)
}
