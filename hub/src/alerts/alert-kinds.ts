import type { Alert } from '@vehicle-control/protocol'

/** What the hub knows of a kind of alert, apart from when one begins. */
export interface AlertKind {
  /**
   * Who decides that it is over. `hub`: the hub, at any time. `agent`: its agent alone, so that
   * nothing is known while it is disconnected. `day`: nobody; it is listed for a day, its end is
   * not mailed.
   */
  endsBy: 'hub' | 'agent' | 'day'
  /**
   * Whose words its detail is. `hub`: the hub's own figures and reasons. `device`: a device's,
   * which hold addresses, paths and names of programs. `part`: the name of the reader, sensor or
   * input, and then the device's words. `person`: a person's name and words.
   */
  detailOf: 'hub' | 'part' | 'device' | 'person'
}

/** The properties of each kind of alert. */
export const ALERT_KINDS: Readonly<Record<Alert['kind'], AlertKind>> = {
  agent_offline: { endsBy: 'hub', detailOf: 'device' },
  quarantine: { endsBy: 'hub', detailOf: 'device' },
  gap: { endsBy: 'day', detailOf: 'hub' },
  bad_entries: { endsBy: 'day', detailOf: 'hub' },
  reader_silent: { endsBy: 'agent', detailOf: 'part' },
  reader_closed: { endsBy: 'agent', detailOf: 'part' },
  reader_warning: { endsBy: 'agent', detailOf: 'part' },
  sensor_stale: { endsBy: 'agent', detailOf: 'part' },
  sensor_alarm: { endsBy: 'agent', detailOf: 'part' },
  input_fire: { endsBy: 'agent', detailOf: 'part' },
  input_failed: { endsBy: 'agent', detailOf: 'part' },
  barrier_left_open: { endsBy: 'agent', detailOf: 'part' },
  barrier_contradictory: { endsBy: 'agent', detailOf: 'part' },
  relays_failed: { endsBy: 'agent', detailOf: 'device' },
  relay_failed: { endsBy: 'agent', detailOf: 'part' },
  undervoltage: { endsBy: 'agent', detailOf: 'device' },
  clock_unsynced: { endsBy: 'agent', detailOf: 'device' },
  cleartext: { endsBy: 'agent', detailOf: 'device' },
  outbox_filling: { endsBy: 'agent', detailOf: 'hub' },
  outbox_full: { endsBy: 'day', detailOf: 'device' },
  outbox_blocked: { endsBy: 'agent', detailOf: 'device' },
  outbox_replaced: { endsBy: 'day', detailOf: 'device' },
  clock_step: { endsBy: 'day', detailOf: 'device' },
  retired_tag: { endsBy: 'day', detailOf: 'hub' },
  reported_tag: { endsBy: 'hub', detailOf: 'person' },
  enroll_request: { endsBy: 'hub', detailOf: 'hub' },
  clock_off: { endsBy: 'day', detailOf: 'hub' },
}

/** The alert without a device's or a person's words: its detail keeps at most the name of the part. */
export function redactDetail(given: Alert): Alert {
  const alert = { ...given, request: undefined }
  const { kind, detail } = alert
  const { detailOf } = ALERT_KINDS[kind]
  if (detail === null || detailOf === 'hub') return alert
  return { ...alert, detail: detailOf === 'part' ? (detail.split(': ')[0] ?? null) : null }
}
