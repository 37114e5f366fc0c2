import type { LogsResponse, ReadLog, ScanEvent } from '@vehicle-control/protocol'
import { LIVE_BUFFER_READS } from '@vehicle-control/protocol/limits'
import { byShownColumn } from '@vehicle-control/protocol/vehicle-columns'

/** What a read shows of a vehicle; null where the test does not say. */
export function makeVehicle(
  shown: Partial<NonNullable<ScanEvent['vehicle']>>,
): NonNullable<ScanEvent['vehicle']> {
  return { ...byShownColumn(() => null), ...shown }
}

/** A read of a known vehicle that arrived 40 ms after it was read. */
export function makeRead(
  id: string,
  receivedAt: number,
  change: Partial<ScanEvent> = {},
): ScanEvent {
  return {
    id,
    uid: `E280${id.toUpperCase().replaceAll(/[^0-9A-F]/g, '0')}`,
    ts: new Date(receivedAt - 40).toISOString(),
    received_at: new Date(receivedAt).toISOString(),
    vehicle: makeVehicle({ plate: 'ABC-123', model: 'Hino Dutro', owner: 'Ana' }),
    agent: { code: 'gate', name: 'Portón', location: 'Norte' },
    ...change,
  }
}

/** The row that the hub stored for a live event. */
export function logOfScan(scan: ScanEvent): ReadLog {
  return {
    id: scan.id,
    uid: scan.uid,
    read_at: scan.ts,
    received_at: scan.received_at,
    ...byShownColumn((column) => scan.vehicle?.[column] ?? null),
    agent_code: scan.agent.code,
    agent_name: scan.agent.name,
    agent_location: scan.agent.location,
    reader: 'r1',
    antenna: null,
    rssi: null,
    clock_ok: true,
    late: false,
  }
}

/** The hub's answer with the newest of these reads. */
export function answerOf(scans: readonly ScanEvent[]): LogsResponse {
  const logs = scans
    .map(logOfScan)
    .sort((a, b) => (a.received_at < b.received_at ? 1 : -1))
    .slice(0, LIVE_BUFFER_READS)
  return { logs, total: scans.length, capped: false, truncated: false }
}
