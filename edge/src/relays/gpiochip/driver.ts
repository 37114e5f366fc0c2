import { DeviceError } from '../../device-error.ts'
import { type GpioChip, openChip } from '../../gpio/chip.ts'
import { codeOf, type GpioSystem } from '../../gpio/gpio-system.ts'
import { decodeValue, encodeValue, Ioctl, LineFlag } from '../../gpio/uapi.ts'
import type { RelayLineConfig } from '../relay-config.ts'
import { RelayLostError, type RelayDriver } from '../relay-driver.ts'

/** A level changes within nanoseconds, but the kernel may still answer with the old one. */
const LEVEL_CHECKS = 5

export interface GpiochipDriverOptions {
  system: GpioSystem
  /** Label of the chip; absent: the one of the pin header. */
  chip?: string
  lines: readonly RelayLineConfig[]
}

/**
 * Relays on lines of the kernel's GPIO character device. Each line is taken with the safe level set:
 * there is no moment in between. A line is a file descriptor, which no garbage collection releases.
 *
 * @throws DeviceError
 */
export function openGpiochipDriver({ system, chip, lines }: GpiochipDriverOptions): RelayDriver {
  const fds = takeLines(system, openChip(system, chip), lines)

  function call(pin: number, request: number, level: 0 | 1): 0 | 1 {
    const fd = fds.get(pin)
    if (fd === undefined) throw new DeviceError(`line ${pin} is not open`)
    const values = encodeValue(level)
    try {
      system.ioctl(fd, request, values)
    } catch (cause) {
      const code = codeOf(cause)
      const Lost = code === 'ENODEV' ? RelayLostError : DeviceError
      throw new Lost(`line ${pin} does not answer (${code})`, { cause })
    }
    return decodeValue(values)
  }

  return {
    name: 'gpiochip',
    simulated: false,
    set(pin, level) {
      call(pin, Ioctl.setValues, level)
      for (let i = 0; i < LEVEL_CHECKS; i++) if (call(pin, Ioctl.getValues, 0) === level) return
      throw new DeviceError(`line ${pin} did not move: something else holds its level`)
    },
    close() {
      for (const fd of fds.values()) system.close(fd)
      fds.clear()
    },
  }
}

function takeLines(
  system: GpioSystem,
  chip: GpioChip,
  lines: readonly RelayLineConfig[],
): Map<number, number> {
  const fds = new Map<number, number>()
  try {
    for (const { pin, activeLow } of lines) {
      const flags = LineFlag.output | (activeLow ? LineFlag.activeLow : 0n)
      fds.set(pin, chip.request({ offset: pin, flags, initial: 0 }))
    }
  } catch (error) {
    for (const fd of fds.values()) system.close(fd)
    throw error
  } finally {
    chip.close()
  }
  return fds
}
