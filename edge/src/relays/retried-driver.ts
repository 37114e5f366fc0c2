import { ConfigError } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import { DeviceError } from '../device-error.ts'
import type { RelayDriver } from './relay-driver.ts'

const RETRY_FIRST_MS = 1000
const RETRY_MAX_MS = 60_000

export interface RetriedDriverOptions {
  /** Opens the lines with every relay off. */
  open: () => Promise<RelayDriver>
  timers: Timers
  log: Logger
}

/**
 * A driver whose lines may be in use, or not there yet: it is opened again for ever, 1 s to 1 min
 * apart, and until then no relay can be moved. Resolves after the first try; the loss and the
 * recovery are logged once each.
 *
 * @throws ConfigError at the first try.
 */
export async function openRetriedDriver(options: RetriedDriverOptions): Promise<RelayDriver> {
  const { open, timers, log } = options
  let driver: RelayDriver | null = null
  let fault: unknown = null
  let closed = false
  let delayMs = RETRY_FIRST_MS
  let cancel = () => {}

  async function tryToOpen(): Promise<void> {
    try {
      const opened = await open()
      if (closed) opened.close()
      else driver = opened
    } catch (error) {
      if (fault === null) {
        if (error instanceof ConfigError) throw error
        log.error({ err: error }, 'the relays cannot be opened, retrying')
      }
      fault = error
      if (!closed) cancel = timers.after(delayMs, () => void tryToOpen())
      delayMs = Math.min(delayMs * 2, RETRY_MAX_MS)
      return
    }
    if (fault !== null && !closed) log.info('the relays are open')
  }

  await tryToOpen()
  return {
    set(pin, level) {
      if (driver === null) throw new DeviceError('the relays are not open', { cause: fault })
      driver.set(pin, level)
    },
    close() {
      closed = true
      cancel()
      driver?.close()
    },
  }
}
