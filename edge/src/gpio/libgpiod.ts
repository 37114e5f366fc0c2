import { DeviceError } from '../device-error.ts'
import { CONSUMER } from './chip.ts'
import { HEADER_CHIPS } from './header-chips.ts'
import { codeOf } from './gpio-system.ts'
import { NoGpioError } from './no-gpio-error.ts'

/** What we use of the package node-libgpiod, which is optional and so brings us no types. */
export interface Libgpiod {
  Chip: new (label: string) => LibgpiodChip
  Line: new (chip: LibgpiodChip, offset: number) => LibgpiodLine
}
export type LibgpiodChip = object
export interface LibgpiodLine {
  readonly consumer: string | undefined
  requestOutputModeFlags(consumer: string, flags: number, initial: 0 | 1): void
  requestInputModeFlags(consumer: string, flags: number): void
  setValue(value: 0 | 1): void
  getValue(): number
  update(): void
  release(): void
}

/** Line.RequestFlags of the package. */
export const LibgpiodFlag = {
  activeLow: 4,
  biasDisabled: 8,
  biasPullDown: 16,
  biasPullUp: 32,
} as const

// A name that is no literal: where the package is not installed, the compiler could not resolve it.
const PACKAGE: string = 'node-libgpiod'

/**
 * The package node-libgpiod.
 *
 * @throws NoGpioError when it is not installed or was built for another system.
 */
export async function loadLibgpiod(): Promise<Libgpiod> {
  try {
    const loaded: { default: Libgpiod } = await import(PACKAGE)
    return loaded.default
  } catch (cause) {
    const isMissing = codeOf(cause) === 'ERR_MODULE_NOT_FOUND'
    const fault = isMissing
      ? 'the package node-libgpiod is not installed'
      : `the package node-libgpiod cannot be loaded (${firstLine(cause)})`
    const fix = 'install libgpiod-dev of Debian 12 and run npm rebuild, or use the driver gpiochip'
    throw new NoGpioError(`${fault}; ${fix}`, { cause })
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? ''
}

interface Held {
  chip: LibgpiodChip
  lines: Map<number, LibgpiodLine>
}

/**
 * Held until the process ends: a line refers to its chip only inside libgpiod, which frees both when
 * their JavaScript objects are collected, and then the relay drops.
 */
const held = new Map<Libgpiod, Map<string, Held>>()
/** Chips that are gone; held as well, as their lines may still be released. */
const gone: Map<string, Held>[] = []

/**
 * A line of the chip of that label, or of the pin header's, not yet requested.
 *
 * @throws NoGpioError without such a chip, DeviceError when it may not be opened.
 */
export function libgpiodLine(
  libgpiod: Libgpiod,
  label: string | undefined,
  offset: number,
): LibgpiodLine {
  const { chip, lines } = openOnce(libgpiod, label)
  const known = lines.get(offset)
  if (known !== undefined) return known
  try {
    const line = new libgpiod.Line(chip, offset)
    lines.set(offset, line)
    return line
  } catch (cause) {
    throw new DeviceError(`line ${offset} cannot be taken (${codeOf(cause)})`, { cause })
  }
}

function openOnce(libgpiod: Libgpiod, label: string | undefined): Held {
  const chips = held.get(libgpiod) ?? new Map<string, Held>()
  held.set(libgpiod, chips)
  const wanted = label === undefined ? HEADER_CHIPS : [label]
  for (const name of wanted) {
    const known = chips.get(name) ?? openChip(libgpiod, name)
    if (known === null) continue
    chips.set(name, known)
    return known
  }
  throw new NoGpioError(`libgpiod finds no GPIO chip labelled ${wanted.join(' or ')}`)
}

/**
 * The code of a failed call's error. With ENODEV the chips are gone: they are forgotten, so that
 * the next line opens them anew.
 */
export function codeOfLine(libgpiod: Libgpiod, cause: unknown): string {
  const code = codeOf(cause)
  const chips = held.get(libgpiod)
  if (code !== 'ENODEV' || chips === undefined) return code
  held.delete(libgpiod)
  gone.push(chips)
  return code
}

function openChip(libgpiod: Libgpiod, label: string): Held | null {
  try {
    return { chip: new libgpiod.Chip(label), lines: new Map() }
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOENT') return null
    const fix = code === 'EACCES' ? '; add the user to the group gpio: usermod -aG gpio USER' : ''
    throw new DeviceError(`the chip ${label} cannot be opened (${code})${fix}`, { cause })
  }
}

/**
 * Takes a line by one of its request calls.
 *
 * @throws DeviceError that names who holds the line.
 */
export function requestLibgpiod(
  libgpiod: Libgpiod,
  line: LibgpiodLine,
  offset: number,
  request: (consumer: string) => void,
): void {
  try {
    request(CONSUMER)
  } catch (cause) {
    const code = codeOfLine(libgpiod, cause)
    if (code !== 'EBUSY') {
      throw new DeviceError(`line ${offset} cannot be taken (${code})`, { cause })
    }
    throw new DeviceError(`line ${offset} is in use by ${consumerOf(line)}`, { cause })
  }
}

function consumerOf(line: LibgpiodLine): string {
  try {
    line.update()
    return line.consumer ?? 'another process'
  } catch {
    // The line was released meanwhile.
    return 'another process'
  }
}
