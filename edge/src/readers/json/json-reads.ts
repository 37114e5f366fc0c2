import type { Stamp } from '../../clock/clock.ts'
import type { TagOutput } from '../device/device-driver.ts'
import type { InputPace } from '../link/input-pace.ts'
import type { JsonTag } from './json-tag.ts'
import { readTags } from './json-tags.ts'
import { readJsonValues } from './json-values.ts'
import { ReaderClock } from './reader-clock.ts'
import { listParts } from './tag-list.ts'

const MINUTE_MS = 60_000
/** Devices that one reader's messages may come from; each has a clock of its own. */
const MAX_SOURCES = 64
/** The warning about clocks changes no more often than this. */
const WARN_EVERY_MS = 60_000
/** Values parsed between two pauses: some milliseconds for the slowest ones. */
const VALUES_AT_ONCE = 100

type Pace = Pick<InputPace, 'rest' | 'isOver'>

/** The tags of one value: none where it is not about tags; null for no message of a reader. */
export type JsonItem = readonly JsonTag[] | null

/** What came in one message, and from where. */
export interface JsonArrival {
  /** CLOCK_MONOTONIC, milliseconds. */
  mono: number
  output: TagOutput
  /** Names the device where its messages do not. */
  source?: string
}

/**
 * Emits the tags of JSON, with their ages. One instance serves all connections of a reader: with
 * what it learnt about the devices' clocks it dates the messages that waited between two of them.
 */
export class JsonReads {
  readonly #stamp: (mono: number) => Stamp
  readonly #clocks = new Map<string, ReaderClock>()
  #warning: string | null = null
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(stamp: (mono: number) => Stamp) {
    this.#stamp = stamp
  }

  /** Takes a text, and what can be read of a broken one, at that pace. Never rejects. */
  async takeText(text: string, arrival: JsonArrival, pace: Pace): Promise<void> {
    const { values, broken } = readJsonValues(text)
    for (let i = 0; i < broken; i++) arrival.output.noise()
    await this.takePaced(values, arrival, pace)
  }

  /**
   * As `take`, some at a time, and some of a long list: what is left when the connection is over is not
   * taken, and the value that it is of has no answer.
   */
  async takePaced(
    values: readonly unknown[],
    arrival: JsonArrival,
    pace: Pace,
  ): Promise<JsonItem[]> {
    const items: JsonItem[] = []
    let taken = 0
    for (const value of values) {
      const tags: JsonTag[] = []
      let isKnown = false
      for (const part of listParts(value)) {
        if (taken > 0 && taken % VALUES_AT_ONCE === 0) await pace.rest()
        if (pace.isOver) return items
        taken++
        const [item = null] = this.take([part], arrival)
        isKnown ||= item !== null
        tags.push(...(item ?? []))
      }
      items.push(isKnown ? tags : null)
    }
    await pace.rest()
    return items
  }

  /** Takes values; answers what each of them is. Never throws. Hot path. */
  take(values: readonly unknown[], arrival: JsonArrival): JsonItem[] {
    const { mono, output } = arrival
    const items = values.map((value) => {
      const tags = readTags(value)
      if (tags === null) output.noise()
      for (const tag of tags ?? []) this.#emit(tag, arrival)
      return tags
    })
    if (items.length > 0) output.warn(this.#warningAt(mono))
    return items
  }

  #emit(tag: JsonTag, { mono, output, source = '' }: JsonArrival): void {
    const { uid, antenna, rssi, tid, count, at, stamp } = tag
    const clock = this.#clockOf(tag.source || source)
    const ageMs = at === undefined ? undefined : clock.ageMs(at, mono)
    // A stamp identifies a read only if its time is plausible and finer than a minute: a clock that
    // stands still, or a coarse one, gives different reads of a tag the same stamp.
    const isExact = at !== undefined && at % MINUTE_MS !== 0
    const known = ageMs === undefined || !isExact ? undefined : stamp
    output.emit({ uid, antenna, rssi, tid, count, ageMs, stamp: known })
  }

  #clockOf(source: string): ReaderClock {
    const known = this.#clocks.get(source)
    if (known !== undefined) return known
    const [oldest] = this.#clocks.keys()
    if (this.#clocks.size >= MAX_SOURCES && oldest !== undefined) this.#clocks.delete(oldest)
    const clock = new ReaderClock(this.#stamp)
    this.#clocks.set(source, clock)
    return clock
  }

  #warningAt(mono: number): string | null {
    const fault = this.#clockFault()
    if (fault !== this.#warning && mono - this.#warnedAt >= WARN_EVERY_MS) {
      this.#warning = fault
      this.#warnedAt = mono
    }
    return this.#warning
  }

  #clockFault(): string | null {
    for (const [source, clock] of this.#clocks) {
      const behindMs = clock.behindMs()
      if (behindMs === 0) continue
      const by = `${Math.round(Math.abs(behindMs) / 1000)} s ${behindMs > 0 ? 'behind' : 'ahead'}`
      return `the clock of ${source || 'the reader'} is ${by}; its times are corrected by that`
    }
    return null
  }
}
