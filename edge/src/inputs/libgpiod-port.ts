import { DeviceError } from '../device-error.ts'
import {
  codeOfLine,
  type Libgpiod,
  LibgpiodFlag,
  libgpiodLine,
  requestLibgpiod,
} from '../gpio/libgpiod.ts'
import { biasOf } from '../gpio/line-wiring.ts'
import { type InputPort, type InputWiring, polledPort } from './input-port.ts'

const BIAS_FLAGS = {
  'pull-up': LibgpiodFlag.biasPullUp,
  'pull-down': LibgpiodFlag.biasPullDown,
  none: LibgpiodFlag.biasDisabled,
}

export interface LibgpiodPortOptions {
  libgpiod: Libgpiod
  /** Label of the chip; absent: the one of the pin header. */
  chip?: string
  wiring: InputWiring
  monotonic: () => number
}

/**
 * An input line through the package node-libgpiod, which reports no edges: its level is polled.
 *
 * @throws DeviceError
 */
export function openLibgpiodPort(options: LibgpiodPortOptions): InputPort {
  const { libgpiod, chip, wiring, monotonic } = options
  const { pin } = wiring
  const line = libgpiodLine(libgpiod, chip, pin)
  const polarity = wiring.activeLow ? LibgpiodFlag.activeLow : 0
  const flags = polarity | BIAS_FLAGS[biasOf(wiring)]
  requestLibgpiod(libgpiod, line, pin, (consumer) => line.requestInputModeFlags(consumer, flags))
  return polledPort({
    isActive() {
      try {
        return line.getValue() === 1
      } catch (cause) {
        throw new DeviceError(`line ${pin} does not answer (${codeOfLine(libgpiod, cause)})`, {
          cause,
        })
      }
    },
    monotonic,
    close: () => line.release(),
  })
}
