import type { Logger } from 'pino'
import { openAuto } from '../gpio/open-auto.ts'
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

/**
 * The configured driver, with every relay off; `auto` is what `openAuto` makes of it.
 *
 * @throws DeviceError with the reason of every driver that does not open.
 */
export async function openRelayDriver(
  config: RelaysConfig,
  log: Logger,
  openers: DriverOpeners = OPENERS,
): Promise<RelayDriver> {
  const { driver, lines, simulate } = config
  if (lines.length === 0) return openers.simulated(config, log)
  if (driver !== 'auto') return openers[driver](config, log)
  return openAuto(
    {
      libgpiod: () => openers.libgpiod(config, log),
      gpiochip: () => openers.gpiochip(config, log),
      simulated: () => openers.simulated(config, log),
    },
    { order: ['libgpiod', 'gpiochip'], simulate },
  )
}
