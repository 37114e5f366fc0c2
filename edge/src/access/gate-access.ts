import type { AccessHave, ReaderState } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Clock } from '../clock/clock.ts'
import type { Timers } from '../clock/timers.ts'
import type { StampedEntry } from '../entry.ts'
import { FreshReads } from './fresh-reads.ts'
import { GateDecisions, type Sighting } from './gate-decisions.ts'
import { type AccessFrame, ListKeeper, type ListStore } from './list-keeper.ts'

const OPEN_AGAIN_MS = 10_000

export interface GateAccessOptions {
  /** Keeps the list, and takes a decision behind all entries before it. */
  outbox: { access: ListStore; append(decision: StampedEntry): void }
  log: Logger
  clock: Pick<Clock, 'bootId' | 'monotonic' | 'stamp'>
  timers: Timers
  /** The hub takes decisions; none is made while it does not. */
  isTaken: () => boolean
}

/**
 * Who may pass, by the list that the hub keeps here, decided without the hub. With a gate whose rules are
 * off nothing happens: no file is opened, no read is looked at, no timer runs.
 */
export class GateAccess {
  readonly #options: GateAccessOptions
  readonly #keeper: ListKeeper
  readonly #fresh: FreshReads
  readonly #decisions: GateDecisions
  #cancel = () => {}

  constructor(options: GateAccessOptions) {
    this.#options = options
    const { outbox, log, clock, timers, isTaken } = options
    const { monotonic } = clock
    const fresh = new FreshReads({ monotonic, timers })
    this.#fresh = fresh
    const list = new ListKeeper({
      store: outbox.access,
      log,
      boot: clock.bootId,
      monotonic,
      onPolicy: () => (list.isActive ? fresh.start() : fresh.stop()),
    })
    this.#keeper = list
    this.#decisions = new GateDecisions({
      list,
      fresh,
      timers,
      isTaken,
      ntpMs() {
        const { at, clock: quality } = clock.stamp(monotonic())
        return quality === 'synced' ? at : null
      },
      write(mono, data) {
        const { at, clock: quality } = clock.stamp(mono)
        outbox.append({ kind: 'decision', mono, data, at, clock: quality })
      },
    })
  }

  /** Loads what is kept, and tries again where the disk does not let it. */
  async open(): Promise<void> {
    const { timers } = this.#options
    if (await this.#keeper.open()) return
    this.#cancel = timers.after(OPEN_AGAIN_MS, () => void this.open())
  }

  /** Takes a frame of the hub's; `send` is the connection's. */
  take(frame: AccessFrame, send: (have: AccessHave) => void): void {
    this.#keeper.take(frame, send)
  }

  /** Takes every read that was not held at the start, when it is in the outbox. Hot path. */
  sighted(sighting: Sighting): void {
    this.#decisions.sighted(sighting)
  }

  /** Takes the states of all readers, whenever one has changed. */
  readersChanged(states: readonly ReaderState[]): void {
    this.#fresh.readersChanged(states)
  }

  /** What the one line of the edge says of it; empty while nothing is decided. */
  summary(): string {
    const { isActive, isWhole, place } = this.#keeper
    if (!isActive) return ''
    const word = this.#keeper.word()
    const age =
      word === null
        ? 'never confirmed'
        : word.agoMs === null
          ? 'not confirmed since the boot'
          : `confirmed ${Math.round(word.agoMs / 60_000)} min ago`
    return `list ${place?.edits ?? 'none'}${isWhole ? '' : ' incomplete'}, ${age}`
  }

  /** Writes what is counted so far. */
  stop(): void {
    this.#cancel()
    this.#fresh.stop()
    this.#decisions.stop()
  }
}
