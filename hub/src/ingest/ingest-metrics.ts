import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What has come from agents and is not read yet. */
export interface Unread {
  readonly bytes: number
  /** Sockets that are not read from for that. */
  readonly held: number
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
      this.set(unread.held)
    },
  })
  const counter = <T extends string = never>(name: string, help: string, labelNames: T[] = []) =>
    new Counter({ name, help, labelNames, registers })
  return {
    connected: new Gauge({
      name: 'vc_agents_connected',
      help: 'Agents past their hello',
      registers,
    }),
    entries: counter('vc_ingest_entries_total', 'Entries stored, by kind', ['kind']),
    duplicates: counter('vc_ingest_duplicates_total', 'Entries that the watermark covered'),
    nacks: counter('vc_ingest_nacks_total', 'Batches that began above the watermark'),
    refused: counter('vc_agent_refused_total', 'Agent connections or batches refused, by reason', [
      'reason',
    ]),
    badFrames: counter('vc_agent_bad_frames_total', 'Frames that ended a connection, by fault', [
      'fault',
    ]),
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
