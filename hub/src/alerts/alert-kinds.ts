import type { Alert } from '@vehicle-control/protocol'

/** What the hub knows of a kind of alert beside when it stands. */
export interface AlertKind {
  /**
   * Who says that it is over: the hub at any time, its agent alone, so that while that is away it may be over
   * or not, or nobody: what happened is told of for a day, and its end is not worth a mail.
   */
  endsBy: 'hub' | 'agent' | 'day'
  /**
   * Whose words its detail is: the hub's own figures and reasons, or a device's, which hold addresses, paths and
   * names of programs; `part`: the name of the reader, sensor or input, and then the device's.
   */
  detailOf: 'hub' | 'part' | 'device'
}

/** What alerts of each kind have in common. */
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
  relays_failed: { endsBy: 'agent', detailOf: 'device' },
  undervoltage: { endsBy: 'agent', detailOf: 'device' },
  clock_unsynced: { endsBy: 'agent', detailOf: 'device' },
  cleartext: { endsBy: 'agent', detailOf: 'device' },
  outbox_filling: { endsBy: 'agent', detailOf: 'hub' },
  outbox_full: { endsBy: 'day', detailOf: 'device' },
  outbox_blocked: { endsBy: 'agent', detailOf: 'device' },
  outbox_replaced: { endsBy: 'day', detailOf: 'device' },
  clock_step: { endsBy: 'day', detailOf: 'device' },
  retired_tag: { endsBy: 'day', detailOf: 'hub' },
  clock_off: { endsBy: 'day', detailOf: 'hub' },
}

/** An alert without what devices say of their faults. */
export function redactDetail(alert: Alert): Alert {
  const { kind, detail } = alert
  const { detailOf } = ALERT_KINDS[kind]
  if (detail === null || detailOf === 'hub') return alert
  return { ...alert, detail: detailOf === 'part' ? (detail.split(': ')[0] ?? null) : null }
}
