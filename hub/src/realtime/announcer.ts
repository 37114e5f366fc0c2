import type { Bus } from '../bus/bus.ts'
import type { Announcement } from '../bus/replica-events.ts'
import type { AnnouncedRow, RowsOrigin } from '../entries/entry-kind.ts'
import { ANNOUNCED, type RowsName } from '../entries/kinds.ts'
import { AnnouncedSeqs } from './announced-seqs.ts'

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
