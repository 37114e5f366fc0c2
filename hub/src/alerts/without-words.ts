import type { Alert } from '@vehicle-control/protocol'

/** Kinds whose detail is the hub's own: figures and reasons of a list. */
const OWN_DETAIL: ReadonlySet<Alert['kind']> = new Set([
  'gap',
  'bad_entries',
  'outbox_filling',
  'clock_off',
  'retired_tag',
])
/** Kinds whose detail begins with the name of the reader, sensor or input that it is about. */
const NAMES_PART: ReadonlySet<Alert['kind']> = new Set([
  'reader_silent',
  'reader_closed',
  'reader_warning',
  'sensor_stale',
  'sensor_alarm',
  'input_fire',
  'input_failed',
])

/**
 * An alert without what devices say of their faults: that holds addresses, paths and names of
 * programs, as in `connect ECONNREFUSED 10.0.0.9:5084`.
 */
export function withoutWords(alert: Alert): Alert {
  const { kind, detail } = alert
  if (detail === null || OWN_DETAIL.has(kind)) return alert
  return { ...alert, detail: NAMES_PART.has(kind) ? (detail.split(': ')[0] ?? null) : null }
}
