import { parseScanUid, type ReaderState } from '@vehicle-control/protocol'
import { WARNING_SEPARATOR } from '@vehicle-control/protocol/reasons/reason-of'
import type { Timers } from '../../clock/timers.ts'
import { powerWarning } from '../region/region-setting.ts'
import type { ReaderContext } from '../reader-context.ts'
import type { UidSetting } from '../reader-fields.ts'
import type { TagRead } from '../reader.ts'
import type { DriverTag, TagOutput } from './device-driver.ts'

/** Settings that every reader may have; a driver's schema offers those that fit. */
export interface CoreConfig {
  id: string
  type: string
  silentAfterMs?: number
  region?: string | undefined
  powerDbm?: number | undefined
  uid?: UidSetting
  /** Ids of the antennas that are logical readers, by their number. */
  antennas?: Record<string, string>
}

export interface ReaderCoreOptions {
  config: CoreConfig
  context: ReaderContext
  /** Serial path, address or topic. */
  where: string
  /** A polled device is silent when no answer comes, any other when no tag comes. */
  isPolled: boolean
  /** Its reads are marked: whoever sent them showed an address alone. */
  isUnauthenticated?: boolean | undefined
  /** What could be set better, by the name that the doctor knows; null without it. */
  hint?: () => string | null
  /** The fault that keeps the device from reading; null without one. */
  fault: () => Error | null
}

/** A reader in the status: the device itself, or an antenna with an id of its own. */
interface LogicalReader {
  id: string
  silence: SilenceWatch
}

const MAX_TEXT = 512
const STAMPS_REMEMBERED = 4096
const HEX_BYTES = /^(?:[0-9A-F]{2}){3,}$/
const PRINTED_BYTES = 4
const PRINTED_DIGITS = 10
/** A change of the warning alone is reported at most this often. */
const WARN_EVERY_MS = 5000

/** What all readers have around their devices: states, silence, noise, the uid rule, antennas. */
export class ReaderCore implements TagOutput {
  readonly #options: ReaderCoreOptions
  readonly #device: LogicalReader
  readonly #antennas: ReadonlyMap<number, LogicalReader>
  readonly #stamps = new RepeatedStamps()
  readonly #powerWarning: string | null
  #isOpen = false
  #arrivedAt = 0
  #noise = 0
  #warning: string | null = null
  #linkWarning: string | null = null
  #warnedAt = Number.NEGATIVE_INFINITY
  #cancelWarning: (() => void) | null = null
  /** The states of the last report, as JSON. */
  #reported = ''

  constructor(options: ReaderCoreOptions) {
    this.#options = options
    const { config } = options
    this.#powerWarning = powerWarning(config)
    this.#device = this.#logical(config.id)
    this.#antennas = new Map(
      Object.entries(config.antennas ?? {}).map(([port, id]) => [Number(port), this.#logical(id)]),
    )
  }

  /** The device reads. */
  opened(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    for (const { silence } of this.#readers()) silence.start()
    this.#reportChange()
  }

  /** The device is gone, or not yet there. */
  closed(): void {
    this.stop()
    this.#warning = null
    this.#reportChange()
  }

  /** It reads no more; no change is reported. */
  stop(): void {
    this.#isOpen = false
    this.#cancelWarning?.()
    this.#cancelWarning = null
    for (const { silence } of this.#readers()) silence.stop()
  }

  /** Bytes of the device arrived now: the time of the tags that are emitted from here on. */
  arrived(): void {
    this.#arrivedAt = this.#options.context.monotonic()
  }

  /** The device answered. */
  answered(): void {
    if (!this.#options.isPolled) return
    for (const { silence } of this.#readers()) silence.dataReceived(this.#arrivedAt)
  }

  emit(tag: DriverTag): void {
    const { config, context, isPolled, isUnauthenticated } = this.#options
    const uid = uidOf(tag, config.uid ?? 'epc')
    if (uid === null) {
      this.noise()
      return
    }
    const { antenna, rssi, tid, count, ageMs } = tag
    const reader = (antenna === undefined ? null : this.#antennas.get(antenna)) ?? this.#device
    if (!isPolled) {
      reader.silence.dataReceived(this.#arrivedAt)
      if (reader !== this.#device) this.#device.silence.dataReceived(this.#arrivedAt)
    }
    if (this.#stamps.isRepeat(tag)) return
    const read: TagRead = { reader: reader.id, uid, mono: this.#arrivedAt }
    if (antenna !== undefined) read.antenna = antenna
    if (rssi !== undefined && Number.isFinite(rssi)) read.rssi = rssi
    if (tid !== undefined) read.tid = tid
    if (count !== undefined) read.count = count
    if (ageMs !== undefined && ageMs > 0 && Number.isFinite(ageMs)) read.ageMs = ageMs
    if (isUnauthenticated) read.unauthenticated = true
    context.tap?.read(read)
    context.events.onRead(read)
  }

  noise(): void {
    this.#noise++
  }

  warn(warning: string | null): void {
    if (warning === this.#warning) return
    this.#warning = warning
    const { monotonic, timers } = this.#options.context
    const waitMs = this.#warnedAt + WARN_EVERY_MS - monotonic()
    if (waitMs <= 0) this.#reportWarning()
    else this.#cancelWarning ??= timers.after(waitMs, () => this.#reportWarning())
  }

  /** As `warn`, of the link: it stays while nobody is connected. */
  warnOfLink(warning: string | null): void {
    this.#linkWarning = warning
    this.#reportChange()
  }

  // A loose cable comes and goes with each round, and each report is an entry of the outbox.
  #reportWarning(): void {
    const { config, context } = this.#options
    this.#cancelWarning = null
    this.#warnedAt = context.monotonic()
    if (this.#warning !== null) {
      context.log.warn({ reader: config.id, warning: this.#warning }, 'the reader warns')
    }
    this.#reportChange()
  }

  /** The device first, then the antennas that have names. */
  states(): ReaderState[] {
    const { config, where, fault, hint } = this.#options
    const error = fault()?.message.slice(0, MAX_TEXT)
    const warnings = [this.#linkWarning, this.#warning, this.#powerWarning].filter(
      (text) => text !== null,
    )
    const warning =
      warnings.length > 0 ? warnings.join(WARNING_SEPARATOR).slice(0, MAX_TEXT) : undefined
    return this.#readers().map((reader) => ({
      id: reader.id,
      type: config.type,
      path: where,
      state: this.#isOpen ? (reader.silence.silent() ? 'silent' : 'open') : 'closed',
      simulated: false,
      error,
      warning,
      hint: hint?.() ?? undefined,
      noise: reader === this.#device ? this.#noise : 0,
    }))
  }

  #readers(): LogicalReader[] {
    return [this.#device, ...this.#antennas.values()]
  }

  #logical(id: string): LogicalReader {
    const { config, context } = this.#options
    const silence = new SilenceWatch({
      afterMs: config.silentAfterMs ?? 0,
      monotonic: context.monotonic,
      timers: context.timers,
      onChange: () => this.#reportChange(),
    })
    return { id, silence }
  }

  #reportChange(): void {
    const states = this.states()
    const now = JSON.stringify(states.map(({ state, error, warning }) => [state, error, warning]))
    if (now === this.#reported) return
    this.#reported = now
    this.#options.context.events.onStateChange()
  }
}

/**
 * Knows the reads that a reader stamped by its own time: one that comes again, as after a
 * reconnect or by QoS 1, is the same read.
 */
class RepeatedStamps {
  readonly #known = new Set<string>()

  /** Remembers the read; true when it was known before. A read without a stamp never is. */
  isRepeat({ uid, antenna, stamp }: DriverTag): boolean {
    if (stamp === undefined) return false
    const key = `${stamp}\0${antenna ?? ''}\0${uid}`
    if (this.#known.has(key)) return true
    this.#known.add(key)
    if (this.#known.size > STAMPS_REMEMBERED) {
      for (const oldest of this.#known) {
        this.#known.delete(oldest)
        break
      }
    }
    return false
  }
}

/** The uid of a tag by the reader's setting and the rule for incoming uids; null when it has none. */
export function uidOf(tag: DriverTag, setting: UidSetting): string | null {
  if (setting === 'tid') return tag.tid === undefined ? null : parseScanUid(tag.tid)
  const uid = parseScanUid(tag.uid)
  if (setting !== 'decimal' || uid === null || !HEX_BYTES.test(uid)) return uid
  // Printed on the card: the last four of its five bytes as a number.
  const number = Number.parseInt(uid.slice(-PRINTED_BYTES * 2), 16)
  return String(number).padStart(PRINTED_DIGITS, '0')
}

interface SilenceWatchOptions {
  /** 0 turns the watch off. */
  afterMs: number
  monotonic: () => number
  timers: Timers
  /** Called after `silent()` has changed, other than by `start` and `stop`. */
  onChange: () => void
}

/** Reports a connected device that has sent nothing for too long. */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions
  #receivedAt = 0
  #silent = false
  #watching = false
  #cancel = () => {}

  constructor(options: SilenceWatchOptions) {
    this.#options = options
  }

  /** Called when the device is connected; the time runs from then. */
  start(): void {
    if (this.#options.afterMs === 0) return
    this.stop()
    this.#receivedAt = this.#options.monotonic()
    this.#watching = true
    this.#wait(this.#options.afterMs)
  }

  /** Called when the device is gone: it counts as closed, not as silent. */
  stop(): void {
    this.#cancel()
    this.#watching = false
    this.#silent = false
  }

  /** Called when bytes arrived at `mono`. Hot path: sets no timer unless it was silent. */
  dataReceived(mono: number): void {
    this.#receivedAt = mono
    if (!this.#silent) return
    this.#silent = false
    this.#wait(this.#options.afterMs)
    this.#options.onChange()
  }

  silent(): boolean {
    return this.#silent
  }

  #wait(ms: number): void {
    this.#cancel = this.#options.timers.after(ms, () => {
      if (!this.#watching) return
      const left = this.#receivedAt + this.#options.afterMs - this.#options.monotonic()
      if (left > 0) {
        this.#wait(left)
        return
      }
      this.#silent = true
      this.#options.onChange()
    })
  }
}
