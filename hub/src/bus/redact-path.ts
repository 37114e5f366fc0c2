import type { RfidStatus } from '@vehicle-control/protocol'

/** The status of the readers for a wall: their number, without the path or address of a reader. */
export function redactPath(status: RfidStatus): RfidStatus {
  const { port } = status
  return port === null || /^\d+ lectores$/.test(port) ? status : { ...status, port: '1 lector' }
}
