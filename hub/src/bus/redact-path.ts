import type { RfidStatus } from '@vehicle-control/protocol'

/** The state of the readers for a screen on a wall: how many read, and not under which path or address. */
export function redactPath(status: RfidStatus): RfidStatus {
  const { port } = status
  return port === null || /^\d+ lectores$/.test(port) ? status : { ...status, port: '1 lector' }
}
