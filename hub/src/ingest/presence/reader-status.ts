import type { ReaderState, RfidStatus } from '@vehicle-control/protocol'
import type { Bus } from '../../bus/bus.ts'
import type { ReaderTotals } from '../../bus/replica-events.ts'
import type { Replicas } from '../../cluster/replicas.ts'

export interface ReaderStatusOptions {
  bus: Bus
  replicas: Replicas
  /** The agents that are connected to this replica, with their readers. */
  agents: () => Iterable<{ readers: readonly ReaderState[] }>
}

/** Sums up the readers of all connected agents, and announces the sum when it changes. */
export class ReaderStatus {
  readonly #options: ReaderStatusOptions
  #announced = ''
  #published = ''
  #due: NodeJS.Immediate | null = null

  constructor(options: ReaderStatusOptions) {
    this.#options = options
  }

  /** Totals of the open reader devices of the agents that are connected to this replica. */
  own(): ReaderTotals {
    const totals: ReaderTotals = { open: 0, simulated: 0, port: null }
    // Hot path, without copies: it runs at each status of thousands of agents.
    for (const { readers } of this.#options.agents()) {
      for (const [place, reader] of readers.entries()) {
        if (reader.state === 'closed' || isOpenBefore(readers, place, reader.path)) continue
        totals.open++
        if (reader.simulated) totals.simulated++
        totals.port = reader.path
      }
    }
    return totals
  }

  /** The status over all replicas; a silent reader counts as open. */
  current(own = this.own()): RfidStatus {
    const { open, simulated, port } = [own, ...this.#options.replicas.readers()].reduce(addTotals)
    return {
      connected: open > 0,
      simulate: open > 0 && simulated === open,
      port: open > 1 ? `${open} lectores` : port,
    }
  }

  /**
   * Announces once at the end of this turn of the event loop, in which thousands of agents may come
   * or go.
   */
  announceSoon(): void {
    if (this.#due !== null) return
    this.#due = setImmediate(() => this.announce())
  }

  /**
   * Publishes this replica's totals to the others and announces the status here, each if it
   * changed.
   */
  announce(): void {
    if (this.#due !== null) clearImmediate(this.#due)
    this.#due = null
    const { bus, replicas } = this.#options
    const totals = this.own()
    const own = JSON.stringify(totals)
    if (own !== this.#published) bus.publish('readers', { replica: replicas.me, totals })
    this.#published = own
    const status = this.current(totals)
    const text = JSON.stringify(status)
    if (text === this.#announced) return
    this.#announced = text
    bus.emit('rfidStatus', status)
  }
}

/**
 * True when an earlier reader of the same path is open: the antennas of one device share its path.
 */
function isOpenBefore(readers: readonly ReaderState[], place: number, path: string): boolean {
  for (let i = 0; i < place; i++) {
    const other = readers[i]
    if (other?.path === path && other.state !== 'closed') return true
  }
  return false
}

function addTotals(a: ReaderTotals, b: ReaderTotals): ReaderTotals {
  return { open: a.open + b.open, simulated: a.simulated + b.simulated, port: b.port ?? a.port }
}
