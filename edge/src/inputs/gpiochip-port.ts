import { DeviceError } from '../device-error.ts'
import { openChip } from '../gpio/chip.ts'
import { codeOf, type GpioSystem } from '../gpio/gpio-system.ts'
import { inputFlags } from '../gpio/line-wiring.ts'
import {
  decodeEdges,
  decodeValue,
  encodeValue,
  EVENT_BYTES,
  Ioctl,
  LineFlag,
} from '../gpio/uapi.ts'
import type { InputPort, InputWiring, LineEvent } from './input-port.ts'

/** The events that the kernel buffers for one line. */
const EVENTS_KEPT = 16

export interface GpiochipPortOptions {
  system: GpioSystem
  /** Label of the chip; absent: the one of the pin header. */
  chip?: string
  wiring: InputWiring
  monotonic: () => number
}

/**
 * An input line of the kernel's GPIO character device; its edges bear the kernel's own time.
 *
 * @throws DeviceError
 */
export function openGpiochipPort(options: GpiochipPortOptions): InputPort {
  const { system, chip, wiring, monotonic } = options
  const flags = inputFlags(wiring) | LineFlag.edgeRising | LineFlag.edgeFalling
  const opened = openChip(system, chip)
  let fd: number | null
  try {
    fd = opened.request({ offset: wiring.pin, flags })
  } finally {
    opened.close()
  }
  const room = Buffer.alloc(EVENT_BYTES * EVENTS_KEPT)
  let last: boolean | null = null

  function changesOf(line: number) {
    const read = system.readNow(line, room)
    const edges = read === null ? [] : decodeEdges(read)
    const events: LineEvent[] = edges.map(({ at, active }) => ({ at, active }))
    // With all its room taken, the kernel may have dropped older ones.
    if (events[EVENTS_KEPT - 1] !== undefined && events[0] !== undefined) events[0].afterGap = true
    if (events.length === 0) {
      // In a burst the kernel drops events beyond its buffer, and the last edge may be one of them.
      const values = encodeValue(0)
      system.ioctl(line, Ioctl.getValues, values)
      const active = decodeValue(values) === 1
      if (active !== last) events.push({ active, at: monotonic() })
    }
    last = events.at(-1)?.active ?? last
    return events
  }

  return {
    changes() {
      if (fd === null) throw new DeviceError(`line ${wiring.pin} is not open`)
      try {
        return changesOf(fd)
      } catch (cause) {
        throw new DeviceError(`line ${wiring.pin} does not answer (${codeOf(cause)})`, { cause })
      }
    },
    close() {
      if (fd !== null) system.close(fd)
      fd = null
    },
  }
}
