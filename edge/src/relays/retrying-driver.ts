import { ConfigError, RelayPin, type RelaysState } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import { DeviceError } from '../device-error.ts'
import type { RelaysConfig } from './relay-config.ts'
import { type RelayDriver, RelayLostError, type RelaySwitch } from './relay-driver.ts'

const RETRY_FIRST_MS = 1000
const RETRY_MAX_MS = 60_000
const ERROR_MAX_LENGTH = 512

export interface RetryingDriverOptions {
  config: Pick<RelaysConfig, 'driver' | 'lines'>
  /** Opens the lines with every relay off. */
  open: () => Promise<RelayDriver>
  timers: Timers
  log: Logger
  /** Called when the fault changes after the first try; undefined without one. */
  onChange: (error: string | undefined) => void
}

export interface RetryingDriver extends RelaySwitch {
  /** Without relays its driver is `none`. */
  state(): RelaysState
}

/**
 * A driver whose lines may be in use, or not there yet: it is opened again for ever, 1 s to 1 min
 * apart, and until then no relay can be moved. So is one whose lines are gone. Resolves after the
 * first try; the loss and the recovery are logged once each.
 *
 * @throws ConfigError at the first try.
 */
export async function openRetryingDriver(options: RetryingDriverOptions): Promise<RetryingDriver> {
  const { config, open, timers, log } = options
  const isSpecified = (pin: number) => RelayPin.safeParse(pin).data ?? []
  const pins = config.lines.flatMap(({ pin }) => isSpecified(pin))
  const names = config.lines.flatMap(({ name, pin }) => (name === undefined ? [] : [{ name, pin }]))
  const named = names.length === 0 ? {} : { named: names }
  let driver: RelayDriver | null = null
  /** Why no driver is open; null while one is. */
  let openError: unknown = null
  /** Faults of relays that did not move, by pin. */
  const stuck = new Map<number, string>()
  let reported: string | undefined
  let closed = false
  let delayMs = RETRY_FIRST_MS
  let cancel = () => {}
  let cancelReport = () => {}

  function fault(): string | undefined {
    if (driver !== null) return stuck.values().next().value
    return openError instanceof Error ? openError.message : String(openError)
  }

  function state(): RelaysState {
    // The driver may be open for the inputs alone.
    if (config.lines.length === 0) return { driver: 'none', simulated: false, pins }
    const { name = config.driver, simulated = false } = driver ?? {}
    return { driver: name, simulated, pins, ...named, error: fault()?.slice(0, ERROR_MAX_LENGTH) }
  }

  // Deferred: the report must not run between a relay and what its owner does next.
  function reportChange(): void {
    cancelReport()
    cancelReport = timers.after(0, () => {
      if (fault() === reported) return
      reported = fault()
      options.onChange(state().error)
    })
  }

  function tryLater(): void {
    if (!closed) cancel = timers.after(delayMs, () => void tryToOpen())
    delayMs = Math.min(delayMs * 2, RETRY_MAX_MS)
  }

  async function tryToOpen(): Promise<void> {
    try {
      const opened = await open()
      if (closed) return opened.close()
      driver = opened
    } catch (error) {
      if (openError === null) {
        if (error instanceof ConfigError) throw error
        log.error({ err: error }, 'the relays cannot be opened, retrying')
      }
      openError = error
      tryLater()
      reportChange()
      return
    }
    delayMs = RETRY_FIRST_MS
    if (openError !== null) log.info({ driver: driver.name }, 'the relays are open')
    openError = null
    reportChange()
  }

  function lose(error: RelayLostError): void {
    log.error({ err: error }, 'the relays are gone, retrying')
    const lost = driver
    driver = null
    openError = error
    stuck.clear()
    tryLater()
    try {
      lost?.close()
    } catch (cause) {
      log.warn({ err: cause }, 'the lines of the relays could not be let go')
    }
  }

  await tryToOpen()
  reported = fault()
  cancelReport()
  return {
    set(pin, level) {
      if (driver === null) throw new DeviceError('the relays are not open', { cause: openError })
      try {
        driver.set(pin, level)
        if (stuck.delete(pin)) reportChange()
      } catch (error) {
        stuck.set(pin, error instanceof Error ? error.message : String(error))
        if (error instanceof RelayLostError) lose(error)
        reportChange()
        throw error
      }
    },
    close() {
      closed = true
      cancel()
      cancelReport()
      driver?.close()
    },
    state,
  }
}
