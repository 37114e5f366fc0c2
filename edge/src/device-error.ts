/**
 * A reader, relay or sensor is gone or does not answer: its owner backs off and retries for ever.
 */
export class DeviceError extends Error {
  override name = 'DeviceError'
}
