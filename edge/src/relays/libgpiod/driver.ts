import { DeviceError } from '../../device-error.ts'
import {
  codeOfLine,
  type Libgpiod,
  LibgpiodFlag,
  libgpiodLine,
  type LibgpiodLine,
  requestLibgpiod,
} from '../../gpio/libgpiod.ts'
import type { RelayLineConfig } from '../relay-config.ts'
import { RelayLostError, type RelayDriver } from '../relay-driver.ts'

export interface LibgpiodDriverOptions {
  libgpiod: Libgpiod
  /** Label of the chip; absent: the one of the pin header. */
  chip?: string
  lines: readonly RelayLineConfig[]
}

/**
 * Relays through the package node-libgpiod; each line is taken with the safe level set.
 *
 * @throws DeviceError
 */
export function openLibgpiodDriver({ libgpiod, chip, lines }: LibgpiodDriverOptions): RelayDriver {
  const open = new Map<number, LibgpiodLine>()

  function release(): void {
    for (const line of open.values()) line.release()
    open.clear()
  }

  try {
    for (const { pin, activeLow } of lines) {
      const line = libgpiodLine(libgpiod, chip, pin)
      const flags = activeLow ? LibgpiodFlag.activeLow : 0
      requestLibgpiod(libgpiod, line, pin, (consumer) =>
        line.requestOutputModeFlags(consumer, flags, 0),
      )
      open.set(pin, line)
    }
  } catch (error) {
    release()
    throw error
  }

  return {
    name: 'libgpiod',
    simulated: false,
    set(pin, level) {
      const line = open.get(pin)
      if (line === undefined) throw new DeviceError(`line ${pin} is not open`)
      let is: number
      try {
        line.setValue(level)
        is = line.getValue()
      } catch (cause) {
        const code = codeOfLine(libgpiod, cause)
        const Lost = code === 'ENODEV' ? RelayLostError : DeviceError
        throw new Lost(`line ${pin} does not answer (${code})`, { cause })
      }
      if (is === level) return
      throw new DeviceError(`line ${pin} did not move: something else holds its level`)
    },
    close: release,
  }
}
