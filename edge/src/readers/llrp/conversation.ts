import { DeviceError } from '../../device-error.ts'
import type { DeviceIo, TagOutput } from '../device/device-driver.ts'
import type { LlrpSettings } from './config.ts'
import type { LlrpFrame } from './framer.ts'
import { type LlrpMessage, MessageType, RESPONSE_OF } from './message.ts'
import { LlrpClock } from './llrp-clock.ts'
import {
  CONNECTION_REFUSALS,
  readAntennaProperties,
  type ReaderEvent,
  readReaderEvent,
} from './reader-event.ts'
import * as requests from './requests.ts'
import type { RospecOptions } from './rospec.ts'
import { refusalOf } from './status.ts'
import { type ReportedTag, readTagReport } from './tag-report.ts'
import { LlrpWarning } from './warning.ts'

/** Readers answer at once, but not while they set their radio up. */
const ANSWER_WITHIN_MS = 5000
const MISSED_KEEPALIVES = 3
const ROSPEC_ID = 1
const EVERY_ROSPEC = 0

/** The conversation with an LLRP reader on one connection. */
export class LlrpConversation {
  readonly #io: DeviceIo<LlrpFrame>
  readonly #settings: LlrpSettings
  readonly #warning: LlrpWarning
  readonly #utc = new LlrpClock()
  readonly #uptime = new LlrpClock()
  #lastId = 0
  #isReading = false
  /** The reader's answer to the connection, once it is there. */
  #connection: number | null = null
  #fault: DeviceError | null = null
  /** When it last sent anything but errors. */
  #heardAt = 0

  constructor(io: DeviceIo<LlrpFrame>, settings: LlrpSettings) {
    this.#io = io
    this.#settings = settings
    this.#warning = new LlrpWarning(settings.useAntennas)
    const now = io.monotonic()
    this.#utc.restart(now)
    this.#uptime.restart(now)
  }

  /** Hot path. */
  take(frame: LlrpFrame, output: TagOutput): void {
    if (frame.type === 'broken') this.#fault ??= new DeviceError(frame.why)
    else if (frame.type !== MessageType.error) this.#heardAt = this.#io.monotonic()
    if (frame.type === MessageType.roAccessReport) this.#takeReport(frame, output)
    else if (frame.type === MessageType.keepalive) this.#takeKeepalive(frame, output)
    else if (frame.type === MessageType.readerEventNotification) this.#takeEvent(frame, output)
  }

  /**
   * Starts the reading and watches over it until the link is lost or `signal` aborts.
   *
   * @throws DeviceError when the reader refuses, is silent, or says that it reads no more.
   */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.#start()
      this.#io.ready()
      await this.#watch(signal)
    } finally {
      if (signal.aborted) this.#disconnect()
    }
  }

  async #start(): Promise<void> {
    await this.#next(() => this.#connection !== null, ANSWER_WITHIN_MS)
    // First the reports that it held while nobody was connected: deleting the ROSpec may drop them.
    this.#io.send(requests.enableEventsAndReports(this.#id()))
    const list = 'the list of antennas'
    const { body } = await this.#ask(list, requests.getAntennas(this.#id()))
    for (const antenna of readAntennaProperties(body)) this.#warning.antenna(antenna)
    // It reads without that list, and nobody would know why no antenna is ever missed.
    const refusal = refusalOf(body)
    if (refusal !== null) this.#warning.refused(`the reader refuses ${list}: ${refusal}`)
    this.#io.warn(this.#warning.text(this.#io.monotonic()))
    const { keepaliveMs, periodMs } = this.#settings
    await this.#order(
      'the end of earlier readings',
      requests.deleteRospec(this.#id(), EVERY_ROSPEC),
    )
    const settings = { keepaliveMs, rospecEvents: periodMs === undefined }
    await this.#order('its settings', requests.setReaderConfig(this.#id(), settings))
    await this.#order('the reading', requests.addRospec(this.#id(), this.#rospec()))
    await this.#order('to enable the reading', requests.enableRospec(this.#id(), ROSPEC_ID))
    // One with a period starts by itself, and some readers refuse to start what reads already.
    if (periodMs === undefined) {
      await this.#order('to start the reading', requests.startRospec(this.#id(), ROSPEC_ID))
    }
    this.#isReading = true
  }

  /**
   * Looks once per keepalive, whatever comes: a report must not cost a timer.
   *
   * @throws DeviceError when nothing comes, not even a keepalive, or with what else ends the reading.
   */
  async #watch(signal: AbortSignal): Promise<void> {
    const { keepaliveMs } = this.#settings
    const silentMs = keepaliveMs * MISSED_KEEPALIVES
    this.#heardAt = this.#io.monotonic()
    for (;;) {
      try {
        await this.#next(() => false, keepaliveMs)
      } catch (error) {
        if (this.#fault !== null || signal.aborted) throw this.#fault ?? error
      }
      const mono = this.#io.monotonic()
      if (mono - this.#heardAt >= silentMs) {
        throw new DeviceError(`nothing heard for ${silentMs} ms`)
      }
      this.#io.warn(this.#warning.text(mono))
    }
  }

  #rospec(): RospecOptions {
    const { useAntennas, session, tagPopulation, transmitter, periodMs } = this.#settings
    const { reportEvery = periodMs === undefined ? 1 : 0 } = this.#settings
    const antennas = useAntennas ?? [0]
    return { id: ROSPEC_ID, antennas, session, tagPopulation, transmitter, periodMs, reportEvery }
  }

  /** @throws DeviceError with the reader's words when it refuses. */
  async #order(what: string, request: Buffer): Promise<void> {
    const refusal = refusalOf((await this.#ask(what, request)).body)
    if (refusal !== null) throw new DeviceError(`the reader refuses ${what}: ${refusal}`)
  }

  /** The response to a request; other messages may come before it, and responses to others. */
  async #ask(what: string, request: Buffer): Promise<LlrpMessage> {
    const id = request.readUInt32BE(6)
    const response = RESPONSE_OF[request.readUInt16BE(0) & 0x3ff]
    const isAnswer = (frame: LlrpFrame): frame is LlrpMessage =>
      frame.type !== 'broken' &&
      frame.id === id &&
      (frame.type === response || frame.type === MessageType.error)
    if (this.#fault !== null) throw this.#fault
    try {
      const isOver = (frame: LlrpFrame) => this.#fault !== null || isAnswer(frame)
      const answer = await this.#io.request(request, isOver, ANSWER_WITHIN_MS)
      if (isAnswer(answer)) return answer
    } catch (error) {
      throw this.#fault ?? new DeviceError(`${what}: ${messageOf(error)}`, { cause: error })
    }
    throw this.#fault ?? new DeviceError(`${what}: no answer`)
  }

  async #next(match: (frame: LlrpFrame) => boolean, withinMs: number): Promise<void> {
    if (this.#fault === null) {
      await this.#io.next((frame) => this.#fault !== null || match(frame), withinMs)
    }
    if (this.#fault !== null) throw this.#fault
  }

  #takeReport({ body }: LlrpMessage, output: TagOutput): void {
    const mono = this.#io.monotonic()
    readTagReport(
      body,
      (tag) => output.emit(this.#read(tag, mono)),
      () => output.noise(),
    )
  }

  #read({ epc, antenna, rssi, count, utcMs, uptimeMs }: ReportedTag, mono: number) {
    const ageMs = this.#utc.age(utcMs, mono) ?? this.#uptime.age(uptimeMs, mono)
    return { uid: epc, antenna, rssi, count, ageMs, stamp: utcMs ?? uptimeMs }
  }

  #takeKeepalive({ id }: LlrpMessage, output: TagOutput): void {
    output.warn(this.#warning.text(this.#io.monotonic()))
    try {
      this.#io.send(requests.keepaliveAck(id))
    } catch {
      // The link is lost, of which `run` hears by itself.
    }
  }

  #takeEvent({ body }: LlrpMessage, output: TagOutput): void {
    const event = readReaderEvent(body)
    const mono = this.#io.monotonic()
    if (event.utcMs !== undefined) this.#utc.compare(event.utcMs, mono)
    if (event.uptimeMs !== undefined) this.#uptime.compare(event.uptimeMs, mono)
    if (event.connection !== undefined) this.#takeConnection(event.connection)
    if (event.isClosing) this.#fault ??= new DeviceError('the reader ends the connection')
    if (
      event.endedRospec === ROSPEC_ID &&
      this.#isReading &&
      this.#settings.periodMs === undefined
    ) {
      this.#fault ??= new DeviceError('the reader ended the reading')
    }
    for (const antenna of event.antennas) this.#warning.antenna(antenna)
    const trouble = troubleIn(event)
    if (trouble !== null) this.#warning.happened(trouble, mono)
    output.warn(this.#warning.text(mono))
  }

  /** Later ones report that another client tried to connect. */
  #takeConnection(status: number): void {
    if (this.#connection !== null) return
    this.#connection = status
    if (status === 0) return
    const why = CONNECTION_REFUSALS[status] ?? `status ${status}`
    this.#fault ??= new DeviceError(`the reader refuses the connection: ${why}`)
  }

  /** At a stop, ends the reading and the connection; on a lost link it has no effect. */
  #disconnect(): void {
    try {
      this.#io.send(requests.deleteRospec(this.#id(), EVERY_ROSPEC))
      this.#io.send(requests.closeConnection(this.#id()))
    } catch {
      // The link is lost already; the next connection ends the reading.
    }
  }

  #id(): number {
    return ++this.#lastId
  }
}

function troubleIn({ isOverflown, exception, bufferPercent }: ReaderEvent): string | null {
  if (isOverflown) return 'its buffer overflowed: reads were lost'
  if (exception !== undefined) return exception
  return bufferPercent === undefined ? null : `its buffer is ${bufferPercent} % full`
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
