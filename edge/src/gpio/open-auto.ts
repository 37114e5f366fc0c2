import { DeviceError } from '../device-error.ts'
import { NoGpioError } from './no-gpio-error.ts'

type RealDriver = 'gpiochip' | 'libgpiod'

/** A way to open the same lines for each driver of EDGE_CONFIG. */
export type Openers<Opened> = Record<RealDriver | 'simulated', () => Promise<Opened>>

export interface AutoOptions {
  order: readonly RealDriver[]
  simulate?: boolean | undefined
  /** The chips of this machine. */
  chips?: () => Promise<readonly string[]>
}

const chipsHere = async () => (await import('./gpio-system.ts')).gpioChips()

/**
 * Opens as `auto` does: by the first of `order` that can. Simulated lines follow only where `simulate`
 * says so and the machine has no chip at all: they report openings that do not happen to the hub,
 * which must not be the effect of a line in use, a missing right or package, or a misspelt label.
 *
 * @throws DeviceError with the reason of every driver that does not open.
 */
export async function openAuto<Opened>(
  openers: Openers<Opened>,
  { order, simulate = false, chips = chipsHere }: AutoOptions,
): Promise<Opened> {
  const faults = new Map<RealDriver, string>()
  let isChipMissing = true
  for (const name of order) {
    try {
      return await openers[name]()
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error
      isChipMissing &&= error instanceof NoGpioError
      faults.set(name, error.message)
    }
  }
  if (simulate && isChipMissing && (await chips()).length === 0) return openers.simulated()
  // The kernel's own interface says best what is wrong; of a long text the end may be cut.
  const names = [...faults.keys()].toSorted()
  throw new DeviceError(names.map((name) => `${name}: ${faults.get(name)}`).join(' | '))
}
