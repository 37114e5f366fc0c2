import type { Bus } from '../bus/bus.ts'
import type { Announcement } from '../bus/replica-events.ts'
import type { AnnouncedRow, RowsOrigin } from '../entries/entry-kind.ts'
import { ANNOUNCED, type RowsName } from '../entries/kinds.ts'

const EPOCHS_REMEMBERED = 50_000
/** Ranges kept of one epoch: the live lane skips few entries, so a sound agent has a handful. */
const RANGES_REMEMBERED = 100

/** Rows of one epoch, from ingest or the database, that may have to be announced. */
export interface EpochEntries extends RowsOrigin {
  entries: { [N in RowsName]?: readonly (object | AnnouncedRow)[] }
}

/**
 * Announces each entry to the browsers of this replica once, however it arrives first: in a live
 * frame, in a stored batch, from another replica, or from the database.
 */
export class Announcer {
  readonly #bus: Bus
  readonly #announced = new AnnouncedSeqs()
  readonly #onAnnouncement = (received: Announcement) => this.#received(received)

  constructor(bus: Bus) {
    this.#bus = bus
    bus.on('news', this.#onAnnouncement)
  }

  /**
   * Announces entries that came ahead of their batch, here and at the other replicas. Returns the
   * announcement of those that were new.
   */
  live(given: EpochEntries): Announcement {
    const announcement = announcementOf(given, (seq) => this.#announced.add(given.epoch, seq))
    if (this.#emit(announcement) > 0) this.#bus.publish('news', announcement)
    return announcement
  }

  /**
   * Announces entries that were stored here, and returns the announcement of those that were new.
   * The other replicas learn that everything above `from` up to `to` is announced.
   */
  stored(given: EpochEntries, span: { from: number; to: number }): Announcement {
    const { epoch } = given
    const announcement = announcementOf(given, (seq) => !this.#announced.has(epoch, seq))
    // Earlier entries of an epoch that is new here are left to the replica that stored them.
    if (this.through(epoch) === null) this.#announced.settle(epoch, span.from)
    this.#announced.cover(epoch, span.from, span.to)
    this.#emit(announcement)
    if (span.to > span.from) this.#bus.publish('news', { ...announcement, span })
    return announcement
  }

  /** Announces at this replica only entries that another one stored, up to the watermark `to`. */
  missed(given: EpochEntries, to: number): void {
    this.#emit(announcementOf(given, (seq) => this.#announced.add(given.epoch, seq)))
    this.#announced.settle(given.epoch, to)
  }

  /** The seq up to which all of an epoch is announced; null while unknown. */
  through(epoch: string): number | null {
    return this.#announced.through(epoch)
  }

  /** Treats everything of an epoch up to `watermark` as announced. */
  settle(epoch: string, watermark: number): void {
    this.#announced.settle(epoch, watermark)
  }

  stop(): void {
    this.#bus.off('news', this.#onAnnouncement)
  }

  #received(received: Announcement): void {
    const { epoch, span } = received
    const isNew = ([seq]: [number, unknown]) => this.#announced.add(epoch, seq)
    const announcement = { ...received }
    for (const { name } of ANNOUNCED) announcement[name] = announcement[name].filter(isNew) as never
    this.#emit(announcement)
    if (span !== null) this.#announced.cover(epoch, span.from, span.to)
  }

  /** Emits the events at this replica; returns how many there were. */
  #emit(announcement: Announcement): number {
    let sum = 0
    for (const { name } of ANNOUNCED) {
      const events = announcement[name].map(([, event]) => event)
      if (events.length > 0) this.#bus.emit(name, events as never)
      sum += events.length
    }
    return sum
  }
}

/** Makes the announcement of the rows that are new and not late. */
function announcementOf(given: EpochEntries, isNew: (seq: number) => boolean): Announcement {
  const announcement: Record<string, unknown> = { epoch: given.epoch, span: null }
  for (const { name, rows, of } of ANNOUNCED) {
    const events: [seq: number, event: unknown][] = []
    for (const row of (given.entries[rows] ?? []) as AnnouncedRow[]) {
      if (row.late || !isNew(row.seq)) continue
      const event = of(row as never, given)
      if (event !== null) events.push([row.seq, event])
    }
    announcement[name] = events
  }
  return announcement as unknown as Announcement
}

interface EpochSeqs {
  /** Everything up to this seq was announced, or is left to other replicas; null while unknown. */
  through: number | null
  /** Ranges beyond `through` that were announced, oldest first. */
  ranges: { from: number; to: number }[]
}

/**
 * Remembers by epoch which seqs were announced to the browsers of this replica, so that an entry is
 * not announced again when it comes with its batch, from another replica, or from the database.
 */
export class AnnouncedSeqs {
  readonly #epochs = new Map<string, EpochSeqs>()

  /** Notes a seq; returns false when it was noted before. */
  add(epoch: string, seq: number): boolean {
    if (this.has(epoch, seq)) return false
    this.#note(this.#of(epoch), seq, seq)
    return true
  }

  has(epoch: string, seq: number): boolean {
    const seqs = this.#epochs.get(epoch)
    if (seqs === undefined) return false
    if (seqs.through !== null && seq <= seqs.through) return true
    return seqs.ranges.some((r) => seq >= r.from && seq <= r.to)
  }

  /** Notes everything above `from` up to `to`. */
  cover(epoch: string, from: number, to: number): void {
    if (to <= from) return
    const seqs = this.#of(epoch)
    if (seqs.through !== null && from <= seqs.through) this.settle(epoch, to)
    else this.#note(seqs, from + 1, to)
  }

  /** Notes everything up to `watermark`. */
  settle(epoch: string, watermark: number): void {
    const seqs = this.#of(epoch)
    seqs.through = Math.max(seqs.through ?? 0, watermark)
    seqs.ranges = seqs.ranges.filter((r) => r.to > (seqs.through ?? 0))
  }

  /** The seq up to which everything was noted; null while unknown. */
  through(epoch: string): number | null {
    return this.#epochs.get(epoch)?.through ?? null
  }

  #note({ ranges }: EpochSeqs, from: number, to: number): void {
    const last = ranges.at(-1)
    if (last !== undefined && from >= last.from && from <= last.to + 1) {
      last.to = Math.max(last.to, to)
    } else ranges.push({ from, to })
    if (ranges.length > RANGES_REMEMBERED) ranges.shift()
  }

  #of(epoch: string): EpochSeqs {
    const seqs = this.#epochs.get(epoch) ?? { through: null, ranges: [] }
    // The map is in the order of use: the least recently used epoch is forgotten first.
    this.#epochs.delete(epoch)
    this.#epochs.set(epoch, seqs)
    if (this.#epochs.size > EPOCHS_REMEMBERED) {
      const [oldest] = this.#epochs.keys()
      if (oldest !== undefined) this.#epochs.delete(oldest)
    }
    return seqs
  }
}
