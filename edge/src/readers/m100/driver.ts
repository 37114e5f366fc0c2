import { DeviceError } from '../../device-error.ts'
import type { DeviceDriver, DeviceIo, ParserOutput, TagOutput } from '../device/device-driver.ts'
import { ResyncFramer } from '../device/resync-framer.ts'
import { regionFor } from '../region/region-setting.ts'
import { M100_BANDS, type M100ReaderConfig, REGIONS } from './config.ts'
import { BAD_COMMAND, describeError, NO_TAG } from './error-codes.ts'
import { Command, encodeM100, FrameType, m100Shape, type M100Frame } from './frame.ts'

type M100Settings = Pick<M100ReaderConfig, 'framing' | 'region' | 'powerDbm' | 'poll' | 'rounds'>
type Io = DeviceIo<M100Frame>
type Match = (frame: M100Frame) => boolean

/** A module that reads sends a frame in every round; a quiet one is at the end of its poll. */
const QUIET_MS = 250
const SINGLE_POLL_EVERY_MS = 50
/** Far longer than a frame takes, for an edge that is busy and takes it up in parts. */
const FRAME_ENDS_MS = 500
/** A warning ends when no fault came for this long. */
const WARNING_LASTS_MS = 10_000
/** An answer may be lost among the frames of a module that was still reading, or to noise. */
const TRIES = 2
const RESERVED = 0x22
const CENTI_DBM = 100

/** Reads tags with an M100 module; region and power are set anew on each connection. */
export class M100Driver implements DeviceDriver<M100Frame> {
  readonly idleMs = FRAME_ENDS_MS
  readonly #settings: M100Settings
  /** Whether the inventory sent a frame, and its last fault, since these were reset. */
  #hasReceived = false
  #fault: number | null = null
  #faultAt: number | null = null

  constructor(settings: M100Settings) {
    this.#settings = settings
  }

  createParser(output: ParserOutput<M100Frame>): ResyncFramer<M100Frame> {
    return new ResyncFramer(m100Shape(this.#settings.framing), output)
  }

  take(frame: M100Frame, output: TagOutput): void {
    const error = errorOf(frame)
    if (frame.tag !== null) output.emit({ uid: frame.tag.epc, rssi: frame.tag.rssi })
    else if (frame.type === FrameType.NOTICE) output.noise()
    else if (error === null) return
    else if (error !== NO_TAG) this.#fault = error
    this.#hasReceived = true
  }

  async run(io: Io, signal: AbortSignal): Promise<void> {
    const { region, powerDbm, poll } = this.#settings
    const own = REGIONS[regionFor(M100_BANDS, region)]
    this.#faultAt = null
    try {
      await this.#stop(io, signal)
      await this.#set(io, signal, `the region ${region}`, Command.REGION, [own])
      if (powerDbm !== undefined) {
        const power = twoBytes(Math.round(powerDbm * CENTI_DBM))
        await this.#set(io, signal, `${powerDbm} dBm`, Command.POWER, power)
      }
      if (poll === 'multi') await this.#multiPoll(io, signal)
      else await this.#singlePoll(io, signal)
    } finally {
      // A module that is left reading heats up for nothing, and takes no command but this.
      if (signal.aborted) io.send(this.#command(Command.STOP))
    }
  }

  async #multiPoll(io: Io, signal: AbortSignal): Promise<void> {
    const poll = this.#command(Command.MULTI_POLL, [RESERVED, ...twoBytes(this.#settings.rounds)])
    for (let isReady = false; ; isReady = true) {
      this.#fault = null
      io.send(poll)
      do {
        this.#hasReceived = false
        await io.sleep(QUIET_MS)
        this.#report(io)
        if (!isReady) io.ready()
        isReady = true
      } while (this.#hasReceived)
      await this.#stop(io, signal)
    }
  }

  async #singlePoll(io: Io, signal: AbortSignal): Promise<void> {
    const isRound: Match = (frame) => frame.type === FrameType.NOTICE || errorOf(frame) !== null
    for (let isReady = false; ; isReady = true) {
      this.#fault = null
      await this.#ask(io, signal, this.#command(Command.SINGLE_POLL), isRound)
      this.#report(io)
      if (!isReady) io.ready()
      // The other tags of the round come meanwhile.
      await io.sleep(SINGLE_POLL_EVERY_MS)
    }
  }

  /** @throws DeviceError when the module has refused to read. */
  #report(io: Io): void {
    const fault = this.#fault
    const now = io.monotonic()
    this.#fault = null
    if (fault === BAD_COMMAND) {
      throw new DeviceError(`the module refuses to read: ${describeError(fault)}`)
    }
    if (fault !== null) {
      if (this.#faultAt === null) io.warn(describeError(fault))
      this.#faultAt = now
    } else if (this.#faultAt !== null && now - this.#faultAt >= WARNING_LASTS_MS) {
      this.#faultAt = null
      io.warn(null)
    }
  }

  async #stop(io: Io, signal: AbortSignal): Promise<void> {
    // A module that does not read may refuse the stop as an unknown command.
    const isStopped: Match = (frame) =>
      (frame.type === FrameType.ANSWER && frame.command === Command.STOP) ||
      errorOf(frame) === BAD_COMMAND
    await this.#ask(io, signal, this.#command(Command.STOP), isStopped)
  }

  /** @throws DeviceError when the module refuses. */
  async #set(io: Io, signal: AbortSignal, what: string, command: number, params: number[]) {
    const isAnswer: Match = (frame) => {
      const error = errorOf(frame)
      if (error !== null) return error !== NO_TAG
      return frame.type === FrameType.ANSWER && frame.command === command
    }
    const answer = await this.#ask(io, signal, this.#command(command, params), isAnswer)
    const error = errorOf(answer) ?? answer.params[0] ?? 0
    if (error === 0) return
    throw new DeviceError(`the module refuses ${what}: ${describeError(error)}`)
  }

  async #ask(io: Io, signal: AbortSignal, bytes: Buffer, match: Match): Promise<M100Frame> {
    for (let left = TRIES - 1; ; left--) {
      try {
        return await io.request(bytes, match)
      } catch (cause) {
        if (signal.aborted) throw cause
        if (left > 0) continue
        const hint = 'the module does not answer: look at its power, wiring, baudRate and framing'
        throw new DeviceError(hint, { cause })
      }
    }
  }

  #command(command: number, params: number[] = []): Buffer {
    return encodeM100(this.#settings.framing, { type: FrameType.COMMAND, command, params })
  }
}

/** The code of an error frame; null for other frames. */
function errorOf({ type, command, params }: M100Frame): number | null {
  return type === FrameType.ANSWER && command === Command.ERROR ? (params[0] ?? 0) : null
}

const twoBytes = (value: number): [number, number] => [value >> 8, value & 0xff]
