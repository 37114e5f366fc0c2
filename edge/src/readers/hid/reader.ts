import { closeSync, constants, openSync, readSync } from 'node:fs'
import { DeviceError } from '../../device-error.ts'
import { createFeedReader, type FeedOutput } from '../device/feed-reader.ts'
import type { Attempt, Connection } from '../link/reconnector.ts'
import type { ReaderContext } from '../reader-context.ts'
import type { Reader } from '../reader.ts'
import type { HidReaderConfig } from './config.ts'
import { InputEventCutter, inputEventBytes } from './input-events.ts'
import { TypedLines } from './typed-lines.ts'

/** Longest delay of a tag. */
const POLL_MS = 20
const READ_EVENTS = 64
/** Most reads per poll: a device that never stops typing must not block the edge. */
const READS_A_POLL = 16

const released: Connection = { close: () => Promise.resolve() }

/**
 * A keyboard wedge: its event device is looked at 50 times a second and never waited for. `grab` takes
 * the device's keys for this reader alone; null where others may have them too.
 */
export function createHidReader(
  config: HidReaderConfig,
  context: ReaderContext,
  grab: ((fd: number) => void) | null,
): Reader {
  const size = inputEventBytes(process.arch)
  const buffer = Buffer.alloc(size * READ_EVENTS)

  function open(): number {
    let fd: number
    try {
      fd = openSync(config.path, constants.O_RDONLY | constants.O_NONBLOCK)
    } catch (error) {
      throw new DeviceError(openFault(codeOf(error)), { cause: error })
    }
    try {
      grab?.(fd)
    } catch (error) {
      closeSync(fd)
      throw error
    }
    return fd
  }

  function connect(attempt: Attempt, output: FeedOutput): Connection {
    let fd: number
    try {
      fd = open()
    } catch (error) {
      attempt.lost(error instanceof Error ? error : new Error(String(error)))
      return released
    }
    const lines = new TypedLines({
      idleMs: config.idleMs,
      onLine: (uid) => output.emit({ uid }),
      onNoise: () => output.noise(),
    })
    const cutter = new InputEventCutter(size, (event) => lines.take(event))
    let receivedAt = 0
    let cancel = () => {}
    let isOpen = true

    /** False when nothing waits. */
    function readOnce(): boolean {
      const length = readSync(fd, buffer)
      if (length === 0) throw new DeviceError('the device is gone')
      receivedAt = context.monotonic()
      const bytes = buffer.subarray(0, length)
      output.arrived(bytes)
      cutter.push(bytes)
      return length === buffer.length
    }

    function poll(): void {
      cancel = context.timers.after(POLL_MS, poll)
      try {
        for (let reads = 0; reads < READS_A_POLL && readOnce(); reads++);
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN') return attempt.lost(readFault(error))
      }
      if (lines.isTyping() && context.monotonic() - receivedAt > config.idleMs) lines.pause()
    }

    attempt.ready()
    cancel = context.timers.after(0, poll)
    return {
      async close() {
        cancel()
        if (isOpen) closeSync(fd)
        isOpen = false
      },
    }
  }

  return createFeedReader(config, context, { what: 'keyboard', where: config.path, connect })
}

function openFault(code: string): string {
  if (code === 'EACCES')
    return 'no permission (EACCES); the user of the edge must be in group input'
  return `it cannot be opened (${code})`
}

function readFault(error: unknown): DeviceError {
  if (error instanceof DeviceError) return error
  return new DeviceError(`the device is gone (${codeOf(error)})`, { cause: error })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
