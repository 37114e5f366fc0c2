import type { Bus } from '../bus/bus.ts'
import type { Announcement } from '../bus/replica-events.ts'
import type { AnnouncedRow, RowsOrigin } from '../entries/entry-kind.ts'
import { ANNOUNCED, type RowsName } from '../entries/kinds.ts'
import { AnnouncedSeqs } from './announced-seqs.ts'

/** Rows of one epoch that browsers may not know yet, as ingest or the database has them. */
export interface EpochEntries extends RowsOrigin {
  entries: { [N in RowsName]?: readonly (object | AnnouncedRow)[] }
}

/**
 * Announces each entry to the browsers of this replica once, whichever way it arrives first: in a
 * live frame, in a stored batch, from another replica, or out of the database.
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
   * Announces entries that came ahead of their batch, here and at the other replicas, and returns
   * what of them was new.
   */
  live(given: EpochEntries): Announcement {
    const made = announcementOf(given, (seq) => this.#announced.add(given.epoch, seq))
    if (this.#emit(made) > 0) this.#bus.publish('news', made)
    return made
  }

  /**
   * Announces entries that were stored here, and returns what of them was new. The other replicas
   * learn that with them everything above `from` up to `to` has been announced.
   */
  stored(given: EpochEntries, span: { from: number; to: number }): Announcement {
    const { epoch } = given
    const made = announcementOf(given, (seq) => !this.#announced.has(epoch, seq))
    // Entries from before this replica knew the epoch are left to the one that stored them.
    if (this.through(epoch) === null) this.#announced.settle(epoch, span.from)
    this.#announced.cover(epoch, span.from, span.to)
    this.#emit(made)
    if (span.to > span.from) this.#bus.publish('news', { ...made, span })
    return made
  }

  /** Announces, at this replica only, entries that were stored elsewhere up to the watermark `to`. */
  missed(given: EpochEntries, to: number): void {
    this.#emit(announcementOf(given, (seq) => this.#announced.add(given.epoch, seq)))
    this.#announced.settle(given.epoch, to)
  }

  /** The seq up to which all of an epoch was announced; null while that is not known. */
  through(epoch: string): number | null {
    return this.#announced.through(epoch)
  }

  /** Announces nothing of an epoch up to `watermark` any more. */
  settle(epoch: string, watermark: number): void {
    this.#announced.settle(epoch, watermark)
  }

  stop(): void {
    this.#bus.off('news', this.#onAnnouncement)
  }

  #received(received: Announcement): void {
    const { epoch, span } = received
    const isNew = ([seq]: [number, unknown]) => this.#announced.add(epoch, seq)
    const made = { ...received }
    for (const { name } of ANNOUNCED) made[name] = made[name].filter(isNew) as never
    this.#emit(made)
    if (span !== null) this.#announced.cover(epoch, span.from, span.to)
  }

  /** Emits the events at this replica; returns how many there were. */
  #emit(made: Announcement): number {
    let sum = 0
    for (const { name } of ANNOUNCED) {
      const events = made[name].map(([, event]) => event)
      if (events.length > 0) this.#bus.emit(name, events as never)
      sum += events.length
    }
    return sum
  }
}

/** Announces rows that are new and not late. */
function announcementOf(given: EpochEntries, isNew: (seq: number) => boolean): Announcement {
  const made: Record<string, unknown> = { epoch: given.epoch, span: null }
  for (const { name, rows, of } of ANNOUNCED) {
    const events: [seq: number, event: unknown][] = []
    for (const row of (given.entries[rows] ?? []) as AnnouncedRow[]) {
      if (row.late || !isNew(row.seq)) continue
      const event = of(row as never, given)
      if (event !== null) events.push([row.seq, event])
    }
    made[name] = events
  }
  return made as unknown as Announcement
}
