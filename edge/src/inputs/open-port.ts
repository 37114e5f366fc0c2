import { openAuto } from '../gpio/open-auto.ts'
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

/**
 * An input line by the driver of the relays.
 *
 * @throws DeviceError that says why it does not open.
 */
export async function openInputPort(wiring: InputWiring, context: PortContext): Promise<InputPort> {
  const { driver, simulate } = context.relays
  if (driver !== 'auto') return OPENERS[driver](wiring, context)
  return openAuto(
    {
      gpiochip: () => OPENERS.gpiochip(wiring, context),
      libgpiod: () => OPENERS.libgpiod(wiring, context),
      simulated: () => OPENERS.simulated(wiring, context),
    },
    // gpiochip reports each edge with its time, libgpiod is polled for a level.
    { order: ['gpiochip', 'libgpiod'], simulate },
  )
}
