/** Values of a series a minute each, as `promtool test rules` writes them, for over 16 hours. */
const steady = (value: number) => `${value}x1000`
/** Each minute before it is looked at by every rule, in every case: so few as tell. */
const RISE = 10
/** `value` up to minute 10, and `after` from then on. */
const rising = (value: number, after: number) => `${value}x${RISE - 1} ${after}x990`

const HUB = 'job="vc-hub",instance="hub-1"'
const EDGE = 'job="vc-edge",instance="gate-1"'
const alert = (kind: string) => `vc_alerts{${HUB},kind="${kind}"}`
const answers = (status: number) =>
  `http_request_duration_seconds_count{${HUB},method="GET",route="other",status="${status}"}`
const ingested = (le: string) => `vc_ingest_commit_seconds_bucket{${HUB},le="${le}"}`
const raised = (le: string) => `vc_live_lag_seconds_bucket{${HUB},le="${le}"}`

const certificate = (host: string) =>
  `probe_ssl_earliest_cert_expiry{job="vc-certificate",instance="https://${host}.example"}`

/** A site on which all is well: ten gates of one version, two of which lost something long ago. */
export const HEALTHY: Record<string, string> = {
  [`up{${HUB}}`]: steady(1),
  [`vc_ready{${HUB}}`]: steady(1),
  [`vc_event_loop_stall_seconds{${HUB}}`]: steady(0.03),
  [`process_start_time_seconds{${HUB}}`]: steady(1),
  [answers(200)]: '0+60x1000',
  [answers(503)]: '0+1x1000',
  [ingested('0.25')]: '0+60x1000',
  [ingested('1')]: '0+60x1000',
  [ingested('+Inf')]: '0+60x1000',
  [raised('2.5')]: '0+60x1000',
  [raised('10')]: '0+60x1000',
  [raised('+Inf')]: '0+60x1000',
  [`vc_disk_free_bytes{${HUB}}`]: steady(50),
  [`vc_disk_bytes{${HUB}}`]: steady(100),
  [`vc_database_wal_bytes{${HUB}}`]: steady(16_000_000),
  [`vc_backup_timestamp_seconds{${HUB}}`]: '1+60x1000',
  [`vc_hub_alerts{${HUB},kind="mail_failing"}`]: steady(0),
  [`vc_bus_connected{${HUB}}`]: steady(1),
  [`vc_ingest_lost_total{${HUB},reason="cap"}`]: steady(7),
  [`vc_ingest_entries_total{${HUB},kind="deadLetters"}`]: steady(2),
  [`vc_agent_refused_total{${HUB},reason="unauthorized"}`]: '0+1x1000',
  [`vc_command_timeouts_total{${HUB}}`]: steady(1),
  [`vc_agents{${HUB},state="connected"}`]: steady(10),
  [`vc_agents{${HUB},state="away"}`]: steady(0),
  [`vc_build_info{${HUB},version="0.1.0-aaaaaaa",commit="a"}`]: steady(1),
  [`vc_agents_by_version{${HUB},version="0.1.0-aaaaaaa"}`]: steady(10),
  [`vc_agents_worst{${HUB},metric="cpu_temp"}`]: steady(62),
  [`vc_agents_worst{${HUB},metric="disk_free"}`]: steady(60),
  [`vc_agents_worst{${HUB},metric="card_wear"}`]: steady(10),
  [`up{${EDGE}}`]: steady(1),
  [`vc_edge_hub_connected{${EDGE}}`]: steady(1),
  [`vc_edge_outbox_bytes{${EDGE}}`]: steady(10),
  [`vc_edge_outbox_max_bytes{${EDGE}}`]: steady(100),
  [certificate('hub')]: steady(8_000_000),
  // By Caddy's own authority: 12 hours, renewed after 8.
  [certificate('inner')]: '43200x479 72000x479 100800x41',
}

/** What is changed of the healthy site, and what fires then. */
export interface AlertCase {
  /** The alert, with those that come with it. */
  fires: string[]
  /** Null: the series is not there. */
  change: Record<string, string | null>
  /** At this minute it fires; at `notYet`, when it is given, nothing does. */
  at: number
  notYet?: number
  /** The description of the first, word by word. */
  says?: string
}

/** An alert of the app, which stands for so many minutes before it fires. */
const ofGates = (name: string, kind: string, minutes: number): AlertCase => ({
  fires: [name],
  change: { [alert(kind)]: rising(0, 1) },
  at: RISE + minutes,
  ...(minutes > 0 && { notYet: RISE - 1 + minutes }),
})

/** Rules are looked at each minute; in a case of many hours every five. */
export const stepOf = ({ at }: Pick<AlertCase, 'at'>): 1 | 5 => (at > 120 ? 5 : 1)

/** A case that is so from the first minute on. */
const fromStart = (
  fires: string | string[],
  minutes: number,
  change: Record<string, string | null>,
): AlertCase => {
  const notYet = minutes - stepOf({ at: minutes })
  return { fires: [fires].flat(), change, at: minutes, notYet }
}

export const CASES: AlertCase[] = [
  fromStart('HubDown', 2, { [`up{${HUB}}`]: steady(0) }),
  {
    ...fromStart('HubDown', 2, { [`up{${HUB}}`]: null }),
    says: 'Prometheus no puede leer /metrics de ningún hub desde hace 2 minutos.',
  },
  fromStart('HubNotReady', 2, { [`vc_ready{${HUB}}`]: steady(0) }),
  fromStart('HubStalled', 5, { [`vc_event_loop_stall_seconds{${HUB}}`]: steady(2) }),
  {
    fires: ['HubRestarting'],
    change: { [`process_start_time_seconds{${HUB}}`]: '1x9 2x1 3x1 4x1 5x900' },
    notYet: 15,
    at: 17,
  },
  fromStart('HubErrors', 11, { [answers(503)]: '0+10x1000' }),
  fromStart('IngestSlow', 11, { [ingested('0.25')]: '0+20x1000' }),
  fromStart('LiveLate', 11, { [raised('2.5')]: '0+20x1000' }),
  fromStart('HubDiskLow', 15, { [`vc_disk_free_bytes{${HUB}}`]: steady(14) }),
  {
    fires: ['HubDiskFull', 'HubDiskLow'],
    change: { [`vc_disk_free_bytes{${HUB}}`]: steady(4) },
    at: 15,
    notYet: 4,
  },
  fromStart('WalLarge', 30, { [`vc_database_wal_bytes{${HUB}}`]: steady(2e9) }),
  {
    fires: ['BackupOld'],
    change: { [`vc_backup_timestamp_seconds{${HUB}}`]: steady(60) },
    at: 13 * 60 + 20,
    notYet: 13 * 60 + 15,
    says: 'El respaldo más nuevo tiene 13h 19m 0s; el temporizador hace uno cada 6 horas.',
  },
  fromStart('BackupNever', 8 * 60, { [`vc_backup_timestamp_seconds{${HUB}}`]: steady(0) }),
  fromStart('MailFailing', 15, { [`vc_hub_alerts{${HUB},kind="mail_failing"}`]: steady(1) }),
  fromStart('BusAway', 5, { [`vc_bus_connected{${HUB}}`]: steady(0) }),
  {
    fires: ['EntriesLost'],
    change: { [`vc_ingest_lost_total{${HUB},reason="cap"}`]: rising(0, 60) },
    at: RISE + 1,
    notYet: RISE - 1,
  },
  {
    fires: ['DeadLetters'],
    change: { [`vc_ingest_entries_total{${HUB},kind="deadLetters"}`]: rising(0, 1) },
    at: RISE + 1,
    notYet: RISE - 1,
  },
  {
    fires: ['AgentsRefused'],
    change: { [`vc_agent_refused_total{${HUB},reason="unauthorized"}`]: '0+3x1000' },
    at: 30,
    notYet: 6,
  },
  {
    fires: ['CommandsUnanswered'],
    change: { [`vc_command_timeouts_total{${HUB}}`]: rising(0, 4) },
    at: RISE + 1,
    notYet: RISE - 1,
  },
  ofGates('GateOffline', 'agent_offline', 5),
  {
    fires: ['GatesOffline', 'GateOffline'],
    change: { [alert('agent_offline')]: rising(0, 4) },
    at: RISE + 5,
    notYet: RISE + 4,
  },
  ofGates('GateQuarantined', 'quarantine', 1),
  ofGates('ReaderClosed', 'reader_closed', 5),
  ofGates('ReaderSilent', 'reader_silent', 15),
  ofGates('ReaderWarning', 'reader_warning', 30),
  ofGates('RelaysFailed', 'relays_failed', 2),
  ofGates('RelayFailed', 'relay_failed', 2),
  ofGates('FireInput', 'input_fire', 0),
  ofGates('InputFailed', 'input_failed', 5),
  ofGates('BarrierLeftOpen', 'barrier_left_open', 0),
  ofGates('BarrierContradictory', 'barrier_contradictory', 5),
  ofGates('SensorAlarm', 'sensor_alarm', 0),
  ofGates('SensorStale', 'sensor_stale', 30),
  ofGates('Undervoltage', 'undervoltage', 5),
  ofGates('GateCleartext', 'cleartext', 5),
  ofGates('ClockUnsynced', 'clock_unsynced', 15),
  ofGates('ClockStepped', 'clock_step', 0),
  ofGates('ClockOff', 'clock_off', 0),
  ofGates('BadEntries', 'bad_entries', 0),
  ofGates('OutboxFilling', 'outbox_filling', 5),
  ofGates('OutboxFull', 'outbox_full', 0),
  ofGates('OutboxBlocked', 'outbox_blocked', 2),
  ofGates('OutboxReplaced', 'outbox_replaced', 0),
  fromStart('EdgeHot', 15, { [`vc_agents_worst{${HUB},metric="cpu_temp"}`]: steady(83) }),
  fromStart('EdgeDiskLow', 30, { [`vc_agents_worst{${HUB},metric="disk_free"}`]: steady(4) }),
  fromStart('CardWorn', 60, { [`vc_agents_worst{${HUB},metric="card_wear"}`]: steady(90) }),
  fromStart('VersionSkew', 6 * 60, {
    [`vc_agents_by_version{${HUB},version="0.1.0-bbbbbbb"}`]: steady(3),
  }),
  fromStart('EdgeDown', 5, { [`up{${EDGE}}`]: steady(0) }),
  fromStart('EdgeCutOff', 15, { [`vc_edge_hub_connected{${EDGE}}`]: steady(0) }),
  fromStart('EdgeOutboxFilling', 5, { [`vc_edge_outbox_bytes{${EDGE}}`]: steady(90) }),
  fromStart('CertificateExpires', 10 * 60, { [certificate('hub')]: steady(900_000) }),
  fromStart('CertificateExpires', 10 * 60, { [certificate('inner')]: steady(43_200) }),
]
