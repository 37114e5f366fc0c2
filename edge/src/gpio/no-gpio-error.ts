import { DeviceError } from '../device-error.ts'

/** Nothing here could be a GPIO line: the chip, or what speaks to it, is missing. */
export class NoGpioError extends DeviceError {
  override name = 'NoGpioError'
}
