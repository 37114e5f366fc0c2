import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { ROWS } from '../entries/kinds.ts'

/** Frames of agents that have arrived and are not read yet. */
export interface Unread {
  readonly bytes: number
  /** Number of sockets from which nothing is read until there is room. */
  readonly pausedSockets: number
}

/** The metrics of ingest, on the registry behind /metrics. */
export function createIngestMetrics(registry: Registry, unread: Unread) {
  const registers = [registry]
  new Gauge({
    name: 'vc_agent_waiting_bytes',
    help: 'Bytes of agent frames that have come and are not read yet',
    registers,
    collect() {
      this.set(unread.bytes)
    },
  })
  new Gauge({
    name: 'vc_agent_sockets_held',
    help: 'Agent sockets from which nothing is read until others have been',
    registers,
    collect() {
      this.set(unread.pausedSockets)
    },
  })
  const counter = <T extends string = never>(name: string, help: string, labelNames: T[] = []) =>
    new Counter({ name, help, labelNames, registers })
  /** Sets every label to 0: Prometheus does not see the first rise of a counter that is absent. */
  const counterOf = <T extends string>(
    name: string,
    help: string,
    label: T,
    values: readonly string[],
  ) => {
    const made = new Counter({ name, help, labelNames: [label], registers })
    for (const value of values) made.labels(value).inc(0)
    return made
  }
  return {
    connected: new Gauge({
      name: 'vc_agents_connected',
      help: 'Agents past their hello',
      registers,
    }),
    entries: counterOf(
      'vc_ingest_entries_total',
      'Entries stored, by kind',
      'kind',
      ROWS.map(({ metric }) => metric),
    ),
    /** The counters that kinds declare for themselves. */
    ofRows: new Map(
      ROWS.flatMap(({ name, counter }) => {
        if (counter === undefined) return []
        const { help, label, labels } = counter
        return [[name, counterOf(counter.name, help, label, labels)]]
      }),
    ),
    liveLag: new Histogram({
      name: 'vc_live_lag_seconds',
      help: 'From a read at the gate to its announcement to screens; of the oldest of each frame, without its way over the network',
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    }),
    duplicates: counter('vc_ingest_duplicates_total', 'Entries that the watermark covered'),
    nacks: counter('vc_ingest_nacks_total', 'Batches that began above the watermark'),
    refused: counter('vc_agent_refused_total', 'Agent connections or batches refused, by reason', [
      'reason',
    ]),
    badFrames: counter('vc_agent_bad_frames_total', 'Frames that ended a connection, by fault', [
      'fault',
    ]),
    unknownFrames: counter(
      'vc_agent_unknown_frames_total',
      'Frames of a newer version, which were passed over',
    ),
    skippedLive: counter('vc_live_frames_skipped_total', 'Live frames beyond the agreed rate'),
    commitSeconds: new Histogram({
      name: 'vc_ingest_commit_seconds',
      help: 'Time of one ingest transaction with its fsync',
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
      registers,
    }),
  }
}

export type IngestMetrics = ReturnType<typeof createIngestMetrics>
