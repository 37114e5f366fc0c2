import { closeSync, constants, openSync, readSync } from 'node:fs'
import { DeviceError } from '../../device-error.ts'
import { openChip } from '../../gpio/chip.ts'
import { codeOf, type GpioSystem } from '../../gpio/gpio-system.ts'
import { inputFlags } from '../../gpio/line-wiring.ts'
import { decodeEdges, EVENT_BYTES, LineFlag } from '../../gpio/uapi.ts'
import type { WiegandReaderConfig } from './config.ts'
import type { Pulse } from './frames.ts'

/**
 * As many as the kernel keeps at the most: at ten cards of 37 bits a second those of nearly three
 * seconds in which the edge did not look. Of more the kernel drops the oldest, and their numbers tell.
 */
const EVENTS_KEPT = 1024

/** The two lines of a Wiegand reader. */
export interface Wires {
  /** The pulses since the last call, at most as many as the kernel keeps; never waits. @throws DeviceError once a line is gone. */
  pulses(): Pulse[]
  /** Idempotent. */
  close(): void
}

/**
 * Takes both lines of the chip with one request, so that the kernel numbers their pulses together.
 *
 * @throws DeviceError that says why they cannot be taken, and who holds them.
 */
export function openWires(system: GpioSystem, config: WiegandReaderConfig): Wires {
  const { d0, d1 } = config
  // The beginning of a pulse alone: its length carries nothing.
  const flags = inputFlags(config) | LineFlag.edgeRising
  const chip = openChip(system, config.chip)
  let fd: number | null
  try {
    fd = chip.requestEdges({ offsets: [d0, d1], flags, eventsKept: EVENTS_KEPT })
  } finally {
    chip.close()
  }
  return wiresOf(config, {
    read(room) {
      return fd === null ? null : system.readNow(fd, room)
    },
    close() {
      if (fd !== null) system.close(fd)
      fd = null
    },
  })
}

/**
 * Reads the kernel's events from a pipe in place of a chip.
 *
 * @throws DeviceError when it cannot be opened.
 */
export function openSimulatedWires(path: string, config: WiegandReaderConfig): Wires {
  let fd: number | null
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (cause) {
    throw new DeviceError(`${path} no se puede abrir (${codeOf(cause)})`, { cause })
  }
  const wires = wiresOf(config, {
    read(room) {
      try {
        return fd === null ? null : room.subarray(0, readSync(fd, room))
      } catch (error) {
        if (codeOf(error) === 'EAGAIN') return null
        throw error
      }
    },
    close() {
      if (fd !== null) closeSync(fd)
      fd = null
    },
  })
  // A pipe keeps what came before it was opened, as no chip does.
  while (wires.pulses().length > 0);
  return wires
}

/** The pulses in events of the kernel, whole ones; those of other lines are left out. */
export function pulsesOf(events: Buffer, { d0, d1 }: { d0: number; d1: number }): Pulse[] {
  return decodeEdges(events).flatMap(({ offset, at, seq }): Pulse[] => {
    if (offset !== d0 && offset !== d1) return []
    return [{ bit: offset === d1 ? 1 : 0, at, seq }]
  })
}

function wiresOf(
  { d0, d1 }: WiegandReaderConfig,
  file: { read: (room: Buffer) => Buffer | null; close: () => void },
): Wires {
  const room = Buffer.alloc(EVENT_BYTES * EVENTS_KEPT)
  return {
    pulses() {
      let read: Buffer | null
      try {
        read = file.read(room)
      } catch (cause) {
        throw new DeviceError(`las líneas ${d0} y ${d1} no responden (${codeOf(cause)})`, { cause })
      }
      return read === null ? [] : pulsesOf(read, { d0, d1 })
    },
    close: () => file.close(),
  }
}
