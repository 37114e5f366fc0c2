import { DeviceError } from '../device-error.ts'
import { codeOf, type GpioSystem } from './gpio-system.ts'
import { HEADER_CHIPS } from './header-chips.ts'
import { NoGpioError } from './no-gpio-error.ts'
import {
  chipInfoBuffer,
  decodeChipInfo,
  decodeConsumer,
  decodeIsUsed,
  decodeLineFd,
  type EdgesRequest,
  encodeEdgesRequest,
  encodeLineInfo,
  encodeLineRequest,
  Ioctl,
  type LineRequest,
} from './uapi.ts'

/** The name under which other programs see the holder of our lines. */
export const CONSUMER = 'vehicle-control'

/** An open GPIO chip. It may be closed once its lines are requested: they outlive it. */
export interface GpioChip {
  readonly label: string
  /**
   * Takes a line and answers its file descriptor.
   *
   * @throws DeviceError that names who holds the line.
   */
  request(request: Omit<LineRequest, 'consumer'>): number
  /**
   * Takes several inputs under one file descriptor, so that their edges are numbered together.
   *
   * @throws DeviceError that names the line and who holds it.
   */
  requestEdges(request: Omit<EdgesRequest, 'consumer'>): number
  /** Who holds a line, us included; null for a free one. @throws SystemError for a line that the chip does not have. */
  holderOf(offset: number): string | null
  close(): void
}

/**
 * Opens the chip of a label, or the one that leads to the pin header. Never by number: kernels have
 * numbered them differently.
 *
 * @throws NoGpioError without such a chip, DeviceError when it may not be opened.
 */
export function openChip(system: GpioSystem, label?: string): GpioChip {
  const wanted: readonly string[] = label === undefined ? HEADER_CHIPS : [label]
  const seen: string[] = []
  let refused: DeviceError | null = null
  for (const path of system.chips()) {
    try {
      const fd = system.open(path)
      const found = labelOf(system, fd)
      if (wanted.includes(found)) return chipOf(system, fd, found)
      system.close(fd)
      seen.push(found)
    } catch (cause) {
      refused = new DeviceError(whyRefused(path, codeOf(cause)), { cause })
    }
  }
  if (refused !== null) throw refused
  const there = seen.length === 0 ? 'there is none' : `there are ${seen.join(', ')}`
  const fix = seen.length === 0 ? 'is this a Raspberry Pi?' : 'set chip to one of them'
  throw new NoGpioError(`no GPIO chip is labelled ${wanted.join(' or ')}: ${there}; ${fix}`)
}

function labelOf(system: GpioSystem, fd: number): string {
  const info = chipInfoBuffer()
  try {
    system.ioctl(fd, Ioctl.chipInfo, info)
  } catch (error) {
    system.close(fd)
    throw error
  }
  return decodeChipInfo(info).label
}

function whyRefused(path: string, code: string): string {
  const isOurs = code === 'EACCES' || code === 'EPERM'
  const fix = isOurs ? '; add the user to the group gpio: usermod -aG gpio USER' : ''
  return `${path} cannot be opened (${code})${fix}`
}

function chipOf(system: GpioSystem, fd: number, label: string): GpioChip {
  function grant(request: Buffer, offsets: readonly number[]): number {
    try {
      system.ioctl(fd, Ioctl.getLine, request)
    } catch (cause) {
      throw new DeviceError(whyNotGranted(system, fd, offsets, codeOf(cause)), { cause })
    }
    return decodeLineFd(request)
  }

  return {
    label,
    request: (asked) => {
      return grant(encodeLineRequest({ ...asked, consumer: CONSUMER }), [asked.offset])
    },
    requestEdges: (asked) => {
      return grant(encodeEdgesRequest({ ...asked, consumer: CONSUMER }), asked.offsets)
    },
    holderOf: (offset) => holderOf(system, fd, offset),
    close: () => system.close(fd),
  }
}

/** Who has the line; null while it is free. */
function holderOf(system: GpioSystem, fd: number, offset: number): string | null {
  const info = encodeLineInfo(offset)
  system.ioctl(fd, Ioctl.lineInfo, info)
  return decodeIsUsed(info) ? decodeConsumer(info) || 'another process' : null
}

function whyNotGranted(
  system: GpioSystem,
  fd: number,
  offsets: readonly number[],
  code: string,
): string {
  const [first = 0] = offsets
  if (code !== 'EBUSY') return `line ${first} cannot be taken (${code})`
  for (const offset of offsets) {
    try {
      const holder = holderOf(system, fd, offset)
      if (holder !== null) return `line ${offset} is in use by ${holder}`
    } catch {
      // The kernel does not say.
    }
  }
  // It was released meanwhile.
  return `line ${first} is in use by another process`
}
