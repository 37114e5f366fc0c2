import {
  ClockQuality,
  entryData,
  HostMetric,
  type ReaderState,
  type TelemetryData,
} from '@vehicle-control/protocol'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { NewEntry } from '../entry.ts'

const PREFIX = 'vc_edge_'
const READER_STATES = ['open', 'silent', 'closed'] as const

/** The parts of the edge that are read when the metrics are asked for. */
export interface MetricSources {
  readers: () => ReaderState[]
  outbox: {
    readonly stats: { bytes: number; maxBytes: number; unacked: number }
    readonly waiting: number
    readonly isBlocked: boolean
  }
  sync: { readonly isConnected: boolean; readonly unknownFrames: number }
  clock: { quality(): ClockQuality }
  relays: { readonly pins: number[]; isOn(pin: number): boolean }
}

/**
 * The edge's metrics for Prometheus: counters from the start, gauges of the sources after `watch`.
 */
export class EdgeMetrics {
  readonly #registry = new Registry()
  readonly #reads: Counter<'reader'>
  readonly #suppressed: Counter<'reader'>
  readonly #entries: Counter<'kind'>
  readonly #host: Gauge<'metric'>

  constructor(build: { version: string; commit: string | null }) {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry, prefix: PREFIX })
    new Gauge({
      name: 'vc_build_info',
      help: 'What runs: always 1',
      labelNames: ['version', 'commit'],
      registers,
    }).set({ version: build.version, commit: build.commit ?? '' }, 1)
    const counter = <T extends string>(name: string, help: string, label: T) =>
      new Counter({ name: PREFIX + name, help, labelNames: [label], registers })
    this.#reads = counter('reads_total', 'Reads that passed suppression, by reader', 'reader')
    this.#suppressed = counter('suppressed_total', 'Repeats of a tag, by reader', 'reader')
    this.#entries = counter('entries_total', 'Entries that the disk has taken, by kind', 'kind')
    for (const kind of Object.keys(entryData)) this.#entries.inc({ kind }, 0)
    this.#host = new Gauge({
      name: `${PREFIX}host`,
      help: `The machine itself: ${HostMetric.options.join(', ')}; °C, 0 or 1, %`,
      labelNames: ['metric'],
      registers,
    })
  }

  /** Looks at these parts of the edge whenever the metrics are asked for. Called once. */
  watch(sources: MetricSources): void {
    const registers = [this.#registry]
    const gauge = <T extends string = never>(
      name: string,
      help: string,
      labelNames: T[],
      collect: (gauge: Gauge<T>) => void,
    ) =>
      new Gauge<T>({
        name: PREFIX + name,
        help,
        labelNames,
        registers,
        collect() {
          collect(this)
        },
      })
    /**
     * 1 for the present value, 0 for the others: an alert never depends on a label that vanishes.
     */
    const oneOf = (
      values: readonly string[],
      now: string,
      set: (one: string, is: number) => void,
    ) => values.forEach((one) => set(one, one === now ? 1 : 0))
    const { outbox, sync, clock, relays } = sources
    gauge('outbox_bytes', 'Size of the outbox', [], (g) => g.set(outbox.stats.bytes))
    gauge('outbox_max_bytes', 'Size that the outbox may have', [], (g) =>
      g.set(outbox.stats.maxBytes),
    )
    gauge('outbox_unacked', 'Entries that wait for the hub', [], (g) => g.set(outbox.stats.unacked))
    gauge('outbox_waiting', 'Entries in memory alone', [], (g) => g.set(outbox.waiting))
    gauge('outbox_blocked', '1 while the disk takes nothing', [], (g) =>
      g.set(outbox.isBlocked ? 1 : 0),
    )
    gauge('hub_connected', '1 while the hub takes entries', [], (g) =>
      g.set(sync.isConnected ? 1 : 0),
    )
    gauge('hub_unknown_frames', 'Frames of a newer hub that were passed over', [], (g) =>
      g.set(sync.unknownFrames),
    )
    gauge('reader_state', '1 for the state that a reader is in', ['reader', 'state'], (g) => {
      for (const { id: reader, state: now } of sources.readers()) {
        oneOf(READER_STATES, now, (state, is) => g.set({ reader, state }, is))
      }
    })
    gauge('reader_noise', 'Bytes or frames of a reader that were none', ['reader'], (g) => {
      for (const { id: reader, noise } of sources.readers()) g.set({ reader }, noise)
    })
    gauge('clock_quality', '1 for the source of the wall clock', ['quality'], (g) => {
      oneOf(ClockQuality.options, clock.quality(), (quality, is) => g.set({ quality }, is))
    })
    gauge('relay_on', '1 while a relay is on', ['pin'], (g) => {
      for (const pin of relays.pins) g.set({ pin }, relays.isOn(pin) ? 1 : 0)
    })
  }

  /** Counts what suppression let pass. Hot path. */
  passed(entries: readonly NewEntry[]): void {
    for (const { kind, data } of entries) {
      const { reader, count = 1 } = data as { reader: string; count?: number }
      if (kind === 'read') this.#reads.inc({ reader })
      else this.#suppressed.inc({ reader }, count)
    }
  }

  committed(rows: readonly { kind: string }[]): void {
    for (const { kind } of rows) this.#entries.inc({ kind })
  }

  measured({ type, value }: TelemetryData): void {
    this.#host.set({ metric: type }, value)
  }

  /** The exposition format, and its content type. */
  async text(): Promise<{ body: string; contentType: string }> {
    const { contentType } = this.#registry
    return { body: await this.#registry.metrics(), contentType }
  }
}
