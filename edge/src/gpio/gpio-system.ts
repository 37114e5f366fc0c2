import { closeSync, constants, openSync, readdirSync, readSync } from 'node:fs'
import { getSystemErrorName } from 'node:util'
import { NoGpioError } from './no-gpio-error.ts'

/** The calls of the system that GPIO lines need; those that fail throw a SystemError. */
export interface GpioSystem {
  /** The paths of the chips, by number. */
  chips(): string[]
  open(path: string): number
  close(fd: number): void
  /** Calls the kernel with a structure that it reads and writes. */
  ioctl(fd: number, request: number, structure: Buffer): void
  /** What can be read of a line at once; null when there is nothing. Never waits. */
  readNow(fd: number, room: Buffer): Buffer | null
}

/** A call that the kernel refused. */
export class SystemError extends Error {
  override name = 'SystemError'
  /** Such as EBUSY. */
  readonly code: string

  constructor(call: string, code: string) {
    super(`${call} answers ${code}`)
    this.code = code
  }
}

/** The code of a failed call's error, such as EACCES; empty for any other error. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

const DEVICES = '/dev'
const POLLIN = 1
const POLLFD_BYTES = 8

/**
 * The kernel of this machine, through koffi: nothing to compile.
 *
 * @throws NoGpioError when koffi cannot be loaded.
 */
export async function loadGpioSystem(): Promise<GpioSystem> {
  const { ioctl, poll, errno } = await (libc ??= loadLibc())

  function check(call: string, answer: number): number {
    if (answer < 0) throw new SystemError(call, getSystemErrorName(-errno()))
    return answer
  }

  return {
    chips: gpioChips,
    open: (path) => openSync(path, constants.O_RDWR),
    close: closeSync,
    ioctl(fd, request, structure) {
      check('ioctl', ioctl(fd, request, structure))
    },
    readNow(fd, room) {
      // A line is opened without O_NONBLOCK, and Node would throw an error for each EAGAIN.
      const waited = Buffer.alloc(POLLFD_BYTES)
      waited.writeInt32LE(fd, 0)
      waited.writeInt16LE(POLLIN, 4)
      if (check('poll', poll(waited, 1, 0)) === 0) return null
      return room.subarray(0, readSync(fd, room))
    },
  }
}

/** The device files of all GPIO chips of this machine, whoever may open them. */
export function gpioChips(): string[] {
  const names = readdirSync(DEVICES).filter((name) => /^gpiochip\d+$/.test(name))
  const numberOf = (name: string) => Number(name.slice('gpiochip'.length))
  return names.toSorted((a, b) => numberOf(a) - numberOf(b)).map((name) => `${DEVICES}/${name}`)
}

/** Loaded once: drivers retry for ever, and must not load it each time. */
let libc: Promise<Libc> | null = null

interface Libc {
  ioctl: (fd: number, request: number, structure: Buffer) => number
  poll: (fds: Buffer, count: number, timeoutMs: number) => number
  errno: () => number
}

async function loadLibc(): Promise<Libc> {
  try {
    const { default: koffi } = await import('koffi')
    const library = koffi.load('libc.so.6')
    return {
      ioctl: library.func('int ioctl(int fd, unsigned long request, _Inout_ uint8_t *structure)'),
      poll: library.func('int poll(_Inout_ uint8_t *fds, unsigned long count, int timeout)'),
      errno: () => koffi.errno(),
    }
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : String(cause)
    const message = `the package koffi cannot be loaded (${fault}); run npm ci on this device`
    throw new NoGpioError(message, { cause })
  }
}
