import { DeviceError } from '../device-error.ts'
import { NoGpioError } from '../gpio/no-gpio-error.ts'
import type { RelaysConfig } from '../relays/relay-config.ts'
import type { InputPort, InputWiring } from './input-port.ts'

export interface PortContext {
  /** Inputs lie where the relays do, and are reached by the same driver. */
  relays: Pick<RelaysConfig, 'driver' | 'chip' | 'simulate'>
  dataDir: string
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
}
type Opener = (wiring: InputWiring, context: PortContext) => Promise<InputPort>

/** Only the code of the driver that is asked for is loaded. */
const OPENERS: Record<'libgpiod' | 'gpiochip' | 'simulated', Opener> = {
  async libgpiod(wiring, { relays, monotonic }) {
    const { loadLibgpiod } = await import('../gpio/libgpiod.ts')
    const { openLibgpiodPort } = await import('./libgpiod-port.ts')
    const { chip } = relays
    return openLibgpiodPort({ libgpiod: await loadLibgpiod(), chip, wiring, monotonic })
  },
  async gpiochip(wiring, { relays, monotonic }) {
    const { loadGpioSystem } = await import('../gpio/gpio-system.ts')
    const { openGpiochipPort } = await import('./gpiochip-port.ts')
    const { chip } = relays
    return openGpiochipPort({ system: await loadGpioSystem(), chip, wiring, monotonic })
  },
  async simulated({ pin }, { dataDir, monotonic }) {
    const { openSimulatedPort } = await import('./simulated-port.ts')
    return openSimulatedPort({ dataDir, pin, monotonic })
  },
}

/** The order of `auto`: gpiochip tells each edge with its time, libgpiod is asked for a level. */
const REAL_DRIVERS = ['gpiochip', 'libgpiod'] as const

/**
 * An input line by the driver of the relays.
 *
 * @throws DeviceError that says why it does not open.
 */
export async function openInputPort(wiring: InputWiring, context: PortContext): Promise<InputPort> {
  const { driver, simulate } = context.relays
  if (driver !== 'auto') return OPENERS[driver](wiring, context)
  const faults: string[] = []
  let isChipMissing = true
  for (const name of REAL_DRIVERS) {
    try {
      return await OPENERS[name](wiring, context)
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error
      isChipMissing &&= error instanceof NoGpioError
      faults.push(`${name}: ${error.message}`)
    }
  }
  if (simulate === true && isChipMissing) return OPENERS.simulated(wiring, context)
  throw new DeviceError(faults.join(' | '))
}
