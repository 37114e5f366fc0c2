import type { Logger } from 'pino'
import { SerialPort } from 'serialport'
import type { Timers } from '../../clock/timers.ts'
import { DeviceError } from '../../device-error.ts'

const BACKOFF_FIRST_MS = 1000
const BACKOFF_FACTOR = 1.5
const BACKOFF_MAX_MS = 60_000

export interface SerialLinkOptions {
  path: string
  baudRate: number
  /** Modem lines to set after opening; absent ones are left as the system opens them. */
  dtr?: boolean
  rts?: boolean
  log: Logger
  monotonic: () => number
  timers: Timers
  /** First delay before a device is tried again; it grows by half to a minute. */
  backoffFirstMs?: number
  onOpen: () => void
  onData: (chunk: Buffer) => void
  /** Called once for each loss, and once when the very first try fails. */
  onLost: () => void
}

/** What watches an open port on Linux; it is cancelled as the port is closed. */
interface Poller {
  once(
    event: 'disconnect',
    heard: (error: (Error & { canceled?: boolean }) | null) => void,
  ): unknown
}

/**
 * A serial port that is opened in `start`, and again for ever after each loss. It never calls
 * SerialPort.list(), which ends the process where udevadm is missing.
 */
export class SerialLink {
  readonly #options: SerialLinkOptions
  #port: SerialPort | null = null
  /** Settles when no open or close is under way. */
  #settled: Promise<void> = Promise.resolve()
  #stopped: Promise<void> | null = null
  #started = false
  #isOpen = false
  #lost = false
  #heard = false
  #openedAt = 0
  #delayMs: number
  #error: DeviceError | null = null
  #cancelRetry = () => {}

  constructor(options: SerialLinkOptions) {
    this.#options = options
    this.#delayMs = options.backoffFirstMs ?? BACKOFF_FIRST_MS
  }

  /** Begins to try and returns at once. */
  start(): void {
    if (this.#started) return
    this.#started = true
    this.#open()
  }

  /** Idempotent; the port is closed when it resolves. A stopped link does not start again. */
  stop(): Promise<void> {
    this.#stopped ??= this.#close()
    return this.#stopped
  }

  /** The fault that keeps the port closed; null while it is open and during the first try. */
  error(): DeviceError | null {
    return this.#error
  }

  // A SerialPort that failed in a write stays destroyed, hence a new one for every try.
  #open(): void {
    const { path, baudRate } = this.#options
    const port = new SerialPort({ path, baudRate, autoOpen: false })
    this.#port = port
    port.on('data', (chunk: Buffer) => {
      if (this.#port !== port) return
      this.#heard = true
      this.#options.onData(chunk)
    })
    port.on('error', (error: Error) => this.#lose(port, error))
    port.on('close', (error: Error | null) => this.#lose(port, error ?? new Error('closed')))
    this.#settled = new Promise((resolve) => {
      port.open((error) => {
        if (error) this.#lose(port, error)
        else if (this.#port === port) this.#ready(port)
        resolve()
      })
    })
  }

  #ready(port: SerialPort): void {
    const { log, path } = this.#options
    this.#isOpen = true
    this.#heard = false
    this.#openedAt = this.#options.monotonic()
    this.#error = null
    this.#setModemLines(port)
    this.#watchHangUp(port)
    if (this.#lost) log.info({ path }, 'serial port is back')
    else log.info({ path }, 'serial port open')
    this.#lost = false
    this.#options.onOpen()
  }

  // Pseudo terminals and some adapters have no modem lines; tags are read from them all the same.
  #setModemLines(port: SerialPort): void {
    const { dtr, rts, log, path } = this.#options
    if (dtr === undefined && rts === undefined) return
    port.set({ dtr, rts }, (error) => {
      if (error) log.warn({ path, err: error.message }, 'modem lines cannot be set')
    })
  }

  // A read that is under way when the device goes gets nothing, and serialport asks again for ever.
  #watchHangUp(port: SerialPort): void {
    const { poller } = (port.port ?? {}) as { poller?: Poller }
    poller?.once('disconnect', (error) => {
      if (!error?.canceled) this.#lose(port, error ?? new Error('hung up'))
    })
  }

  #lose(port: SerialPort, cause: Error): void {
    if (this.#port !== port) return
    const { log, path, timers } = this.#options
    this.#port = null
    if (port.isOpen) this.#settled = closed(port)
    this.#error = new DeviceError(cause.message, { cause })
    this.#forgetDelay()
    this.#isOpen = false
    log.debug({ path, delayMs: this.#delayMs }, 'serial port is tried again')
    this.#cancelRetry = timers.after(this.#delayMs, () => this.#open())
    this.#delayMs = Math.min(this.#delayMs * BACKOFF_FACTOR, BACKOFF_MAX_MS)
    if (this.#lost) return
    this.#lost = true
    log.warn({ path, err: cause.message }, 'serial port lost, retrying')
    this.#options.onLost()
  }

  // The delay starts afresh only after a port that worked: one that breaks at once is not hammered.
  #forgetDelay(): void {
    if (!this.#isOpen) return
    const openMs = this.#options.monotonic() - this.#openedAt
    if (!this.#heard && openMs < BACKOFF_MAX_MS) return
    this.#delayMs = this.#options.backoffFirstMs ?? BACKOFF_FIRST_MS
  }

  async #close(): Promise<void> {
    const port = this.#port
    this.#started = true
    this.#port = null
    this.#cancelRetry()
    await this.#settled
    if (port !== null && port.isOpen) await closed(port)
  }
}

/** Resolves when the port is released, also when closing a broken one fails. */
function closed(port: SerialPort): Promise<void> {
  return new Promise((resolve) => port.close(() => resolve()))
}
