import { getSystemErrorName } from 'node:util'
import koffi from 'koffi'
import { DeviceError } from '../../device-error.ts'

/** linux/input.h */
const EVIOCGRAB = 0x4004_4590
const EVIOCSCLOCKID = 0x4004_45a0
const CLOCK_MONOTONIC = 1

const libc = koffi.load('libc.so.6')
const ioctlValue = libc.func('int ioctl(int fd, unsigned long request, long value)')
const ioctlPointer = libc.func('int ioctl(int fd, unsigned long request, _In_ int *value)')

/**
 * Takes the keys of an event device for this file descriptor, until it is closed; its events are
 * stamped by the monotonic clock, which no step moves.
 *
 * @throws DeviceError when it is no event device, or another program has taken it.
 */
export function grab(fd: number): void {
  if (ioctlValue(fd, EVIOCGRAB, 1) !== 0) throw new DeviceError(faultOf(koffi.errno()))
  // Kernels before 3.4 only have wall time, which does as well unless it steps within a tag.
  ioctlPointer(fd, EVIOCSCLOCKID, [CLOCK_MONOTONIC])
}

function faultOf(errno: number): string {
  const name = getSystemErrorName(-errno)
  if (name === 'EBUSY')
    return 'another program has grabbed the device; end it, or set grab to false'
  if (name === 'ENOTTY' || name === 'EINVAL') {
    return 'this is no event device; name one of /dev/input/by-id/*-event-kbd'
  }
  return `the device cannot be grabbed (${name})`
}
