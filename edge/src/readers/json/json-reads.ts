import type { Stamp } from '../../clock/clock.ts'
import type { TagOutput } from '../device/device-driver.ts'
import type { JsonTag } from './json-tag.ts'
import { readTags } from './json-tags.ts'
import { readJsonValues } from './json-values.ts'
import { ReaderClock } from './reader-clock.ts'

/** Devices that one reader's messages may come from; each has a clock of its own. */
const MAX_SOURCES = 64

/** The tags of one value: none where it tells of something else; null for no message. */
export type JsonItem = readonly JsonTag[] | null

/** Emits the tags of JSON texts, with their ages. */
export class JsonReads {
  readonly #output: TagOutput
  readonly #stamp: (mono: number) => Stamp
  readonly #clocks = new Map<string, ReaderClock>()

  constructor(output: TagOutput, stamp: (mono: number) => Stamp) {
    this.#output = output
    this.#stamp = stamp
  }

  /** Takes a text that arrived at `mono`, and what can be read of a broken one. Never throws. */
  take(text: string, mono: number): void {
    const { values, broken } = readJsonValues(text)
    for (let i = 0; i < broken; i++) this.#output.noise()
    this.takeValues(values, mono)
  }

  /** Takes values that arrived at `mono`; answers what each of them is. Never throws. */
  takeValues(values: readonly unknown[], mono: number): JsonItem[] {
    const items = values.map((value) => {
      const tags = readTags(value)
      if (tags === null) this.#output.noise()
      for (const tag of tags ?? []) this.#emit(tag, mono)
      return tags
    })
    if (items.length > 0) this.#output.warn(this.#clockFault())
    return items
  }

  #emit({ uid, antenna, rssi, tid, count, at, stamp, source }: JsonTag, mono: number): void {
    const ageMs = at === undefined ? undefined : this.#clockOf(source).ageMs(at, mono)
    // A clock that stands still gives every read the same time: only a possible one tells them apart.
    const known = ageMs === undefined ? undefined : stamp
    this.#output.emit({ uid, antenna, rssi, tid, count, ageMs, stamp: known })
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
