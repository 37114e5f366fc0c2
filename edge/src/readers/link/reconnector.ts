import { ProtocolError } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Timers } from '../../clock/timers.ts'
import { DeviceError } from '../../device-error.ts'

const BACKOFF_FIRST_MS = 1000
const BACKOFF_FACTOR = 1.5
const BACKOFF_MAX_MS = 60_000

/** One try to connect a device; the connection reports to it. Calls after `lost` change nothing. */
export interface Attempt {
  /** False once it is lost or stopped: ignore what still comes from it. */
  readonly isCurrent: boolean
  /** The device is connected. */
  opened(): void
  /** The device works: the loss is over. */
  ready(): void
  /** Bytes arrived: the next loss starts with the shortest backoff again. */
  dataReceived(): void
  /** It could not be connected, or is gone. */
  lost(cause: Error): void
}

export interface Connection {
  /** Resolves when the device is released; never rejects. */
  close(): Promise<void>
}

export interface ReconnectorOptions {
  /** For the log: what is connected, such as "serial port", and where. */
  what: string
  where: string
  log: Logger
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  timers: Timers
  /**
   * First delay before a device is tried again; each further one is longer by half, up to 1 min.
   */
  backoffFirstMs?: number
  /** Begins a try and returns at once. */
  connect: (attempt: Attempt) => Connection
  onOpen: () => void
  /** Called for each loss of what was open, and once when the very first try fails. */
  onLost: () => void
}

/**
 * Holds one device: connects in `start`, and again for ever after each loss. A loss is logged once,
 * and once that the device is ready again.
 */
export class Reconnector {
  readonly #options: ReconnectorOptions
  #current: { attempt: Attempt; connection: Connection | null } | null = null
  /** Settles when no connection is being released. */
  #released: Promise<unknown> = Promise.resolve()
  #stopped: Promise<void> | null = null
  #started = false
  #lost = false
  #error: DeviceError | null = null
  #delayMs: number
  #cancelRetry = () => {}

  constructor(options: ReconnectorOptions) {
    this.#options = options
    this.#delayMs = options.backoffFirstMs ?? BACKOFF_FIRST_MS
  }

  /** Begins to try and returns at once. */
  start(): void {
    if (this.#started) return
    this.#started = true
    this.#try()
  }

  /** Idempotent; the device is released when it resolves. It does not start again. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  /** The fault that keeps the device from being ready; null while it is, and during the first try. */
  error(): DeviceError | null {
    return this.#error
  }

  /** What is connected now, or being connected. */
  attempt(): Attempt | null {
    return this.#current?.attempt ?? null
  }

  #try(): void {
    const { what, where, log, monotonic, connect, onOpen } = this.#options
    let openedAt: number | null = null
    let hasReceived = false
    const isCurrent = () => this.#current?.attempt === attempt
    const attempt: Attempt = {
      get isCurrent() {
        return isCurrent()
      },
      opened: () => {
        if (!isCurrent() || openedAt !== null) return
        openedAt = monotonic()
        onOpen()
      },
      ready: () => {
        if (!isCurrent()) return
        this.#error = null
        log.info({ path: where }, this.#lost ? `${what} is back` : `${what} open`)
        this.#lost = false
      },
      dataReceived: () => {
        hasReceived = true
      },
      lost: (cause) => {
        if (!isCurrent()) return
        // Only a connection that worked resets the backoff: others may fail at once, for ever.
        const openMs = openedAt === null ? 0 : monotonic() - openedAt
        const hasWorked = openedAt !== null && (hasReceived || openMs >= BACKOFF_MAX_MS)
        // A peer that breaks the protocol will do so again.
        if (hasWorked && !(cause instanceof ProtocolError)) {
          this.#delayMs = this.#options.backoffFirstMs ?? BACKOFF_FIRST_MS
        }
        this.#lose(cause, openedAt !== null)
      },
    }
    const current = { attempt, connection: null as Connection | null }
    this.#current = current
    try {
      current.connection = connect(attempt)
    } catch (error) {
      // Nobody else could catch it: tries are started by a timer.
      attempt.lost(error instanceof Error ? error : new Error(String(error)))
      return
    }
    // It may have failed before it answered.
    if (this.#current !== current) this.#release(current.connection)
  }

  #lose(cause: Error, wasOpen: boolean): void {
    const { what, where, log, timers, onLost } = this.#options
    this.#release(this.#current?.connection ?? null)
    this.#current = null
    this.#error = cause instanceof DeviceError ? cause : new DeviceError(cause.message, { cause })
    log.debug({ path: where, delayMs: this.#delayMs }, `${what} is tried again`)
    this.#cancelRetry = timers.after(this.#delayMs, () => this.#try())
    this.#delayMs = Math.min(this.#delayMs * BACKOFF_FACTOR, BACKOFF_MAX_MS)
    const isFirst = !this.#lost
    this.#lost = true
    if (isFirst) log.warn({ path: where, err: cause.message }, `${what} lost, retrying`)
    if (isFirst || wasOpen) onLost()
  }

  #release(connection: Connection | null): void {
    if (connection !== null) this.#released = Promise.all([this.#released, connection.close()])
  }

  async #stop(): Promise<void> {
    this.#started = true
    this.#cancelRetry()
    this.#release(this.#current?.connection ?? null)
    this.#current = null
    await this.#released
  }
}
