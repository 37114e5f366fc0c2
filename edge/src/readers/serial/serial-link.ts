import { SerialPort } from 'serialport'
import { DeviceError } from '../../device-error.ts'
import type { ByteLink, LinkEvents } from '../link/byte-link.ts'
import { createReconnectingLink, type LinkContext } from '../link/reconnecting-link.ts'
import type { Attempt } from '../link/reconnector.ts'

export interface SerialLinkOptions extends LinkContext {
  path: string
  baudRate: number
  /** Modem lines to set after opening; absent ones are left as the system opens them. */
  dtr?: boolean
  rts?: boolean
}

/** What watches an open port on Linux; it is cancelled as the port is closed. */
interface Poller {
  once(
    event: 'disconnect',
    listener: (error: (Error & { canceled?: boolean }) | null) => void,
  ): unknown
}

/**
 * A serial port. It never calls SerialPort.list(), which ends the process where udevadm is missing.
 */
export function createSerialLink(options: SerialLinkOptions, events: LinkEvents): ByteLink {
  return createReconnectingLink(
    options,
    events,
    { what: 'serial port', where: options.path },
    (attempt) => openPort(options, events, attempt),
  )
}

// A SerialPort that failed in a write stays destroyed, hence a new one for every try.
function openPort(options: SerialLinkOptions, events: LinkEvents, attempt: Attempt) {
  const { path, baudRate } = options
  const port = new SerialPort({ path, baudRate, autoOpen: false })
  port.on('data', (chunk: Buffer) => {
    if (attempt.isCurrent) events.onData(chunk)
  })
  port.on('error', (error: Error) => attempt.lost(error))
  port.on('close', (error: Error | null) => attempt.lost(error ?? new Error('closed')))
  const opened = new Promise<void>((resolve) => {
    port.open((error) => {
      if (error) attempt.lost(error)
      else if (attempt.isCurrent) {
        setModemLines(port, options)
        watchHangUp(port, attempt)
        attempt.opened()
      }
      resolve()
    })
  })
  return {
    send(bytes: Uint8Array) {
      if (!port.isOpen) throw new DeviceError('the serial port is not open')
      port.write(bytes)
    },
    async close() {
      await opened
      if (port.isOpen) await new Promise<void>((resolve) => port.close(() => resolve()))
    },
  }
}

// A failure is only logged: pseudo terminals and some adapters have no modem lines.
function setModemLines(port: SerialPort, { dtr, rts, log, path }: SerialLinkOptions): void {
  if (dtr === undefined && rts === undefined) return
  port.set({ dtr, rts }, (error) => {
    if (error) log.warn({ path, err: error.message }, 'modem lines cannot be set')
  })
}

// A read that is under way when the device goes gets nothing, and serialport asks again for ever.
function watchHangUp(port: SerialPort, attempt: Attempt): void {
  const { poller } = (port.port ?? {}) as { poller?: Poller }
  poller?.once('disconnect', (error) => {
    if (!error?.canceled) attempt.lost(error ?? new Error('hung up'))
  })
}
