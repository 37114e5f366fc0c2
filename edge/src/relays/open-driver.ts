import type { Logger } from 'pino'
import { DeviceError } from '../device-error.ts'
import { NoGpioError } from '../gpio/no-gpio-error.ts'
import type { RelaysConfig } from './relay-config.ts'
import type { RelayDriver } from './relay-driver.ts'

type DriverName = 'libgpiod' | 'gpiochip' | 'simulated'
type RelayWiring = Pick<RelaysConfig, 'chip' | 'lines'>

/** Only the code of the driver that is asked for is loaded. */
const OPENERS: Record<DriverName, (wiring: RelayWiring, log: Logger) => Promise<RelayDriver>> = {
  async libgpiod({ chip, lines }) {
    const { loadLibgpiod } = await import('../gpio/libgpiod.ts')
    const { openLibgpiodDriver } = await import('./libgpiod/driver.ts')
    return openLibgpiodDriver({ libgpiod: await loadLibgpiod(), chip, lines })
  },
  async gpiochip({ chip, lines }) {
    const { loadGpioSystem } = await import('../gpio/gpio-system.ts')
    const { openGpiochipDriver } = await import('./gpiochip/driver.ts')
    return openGpiochipDriver({ system: await loadGpioSystem(), chip, lines })
  },
  async simulated({ lines }, log) {
    const { createSimulatedDriver } = await import('./simulated-driver.ts')
    return createSimulatedDriver(lines, log)
  },
}

export type DriverOpeners = typeof OPENERS

/** The order of `auto`. */
const REAL_DRIVERS = ['libgpiod', 'gpiochip'] as const

/**
 * The configured driver, with every relay off. `auto` is the first that opens of libgpiod and
 * gpiochip. The simulated one follows only where `simulate` says so and there is no chip: the hub is
 * told of openings that do not happen, which must not come about by a line that is in use or a right
 * that is missing.
 *
 * @throws DeviceError that says of every driver why it does not open.
 */
export async function openRelayDriver(
  config: RelaysConfig,
  log: Logger,
  openers: DriverOpeners = OPENERS,
): Promise<RelayDriver> {
  if (config.lines.length === 0) return openers.simulated(config, log)
  if (config.driver !== 'auto') return openers[config.driver](config, log)
  const faults: string[] = []
  let isChipMissing = true
  for (const name of REAL_DRIVERS) {
    try {
      return await openers[name](config, log)
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error
      isChipMissing &&= error instanceof NoGpioError
      faults.push(`${name}: ${error.message}`)
    }
  }
  if (config.simulate === true && isChipMissing) return openers.simulated(config, log)
  // The kernel's own interface says best what is wrong; of a long text the end may be cut.
  throw new DeviceError(faults.toReversed().join(' | '))
}
