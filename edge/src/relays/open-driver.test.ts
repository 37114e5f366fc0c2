import pino from 'pino'
import { expect, it } from 'vitest'
import { DeviceError } from '../device-error.ts'
import { NoGpioError } from '../gpio/no-gpio-error.ts'
import { type DriverOpeners, openRelayDriver } from './open-driver.ts'
import { RelaysConfig } from './relay-config.ts'
import { createSimulatedDriver } from './simulated-driver.ts'

const log = pino({ level: 'silent' })
const lines = [{ pin: 17 }, { pin: 27, activeLow: true }]

it('openRelayDriver opens the simulated driver', async () => {
  const driver = await openRelayDriver(RelaysConfig.parse({ driver: 'simulated', lines }), log)
  driver.set(17, 1)
  driver.close()
})

/** Drivers of which each opens, or fails with its error. */
function openersOf(faults: Partial<Record<'libgpiod' | 'gpiochip', Error>>): DriverOpeners {
  const opener = (name: 'libgpiod' | 'gpiochip' | 'simulated') => async () => {
    const fault = name === 'simulated' ? undefined : faults[name]
    if (fault !== undefined) throw fault
    return { name, simulated: name === 'simulated', set() {}, close() {} }
  }
  return {
    libgpiod: opener('libgpiod'),
    gpiochip: opener('gpiochip'),
    simulated: opener('simulated'),
  }
}
const missing = (text: string) => new NoGpioError(text)
const used = new DeviceError('line 17 is in use by gpioset')

it.each([
  [{}, 'libgpiod'],
  [{ libgpiod: missing('not installed') }, 'gpiochip'],
  [{ libgpiod: used }, 'gpiochip'],
])('openRelayDriver takes the first that opens for auto: %j %s', async (faults, name) => {
  for (const simulate of [false, true]) {
    const config = RelaysConfig.parse({ driver: 'auto', simulate, lines })
    expect((await openRelayDriver(config, log, openersOf(faults))).name).toBe(name)
  }
})

it('openRelayDriver never takes the simulated driver for auto by itself', async () => {
  const none = openersOf({ libgpiod: missing('not installed'), gpiochip: missing('no chip') })
  const config = RelaysConfig.parse({ driver: 'auto', chip: 'pinctrl-rp1', lines })
  const opening = openRelayDriver(config, log, none)
  await expect(opening).rejects.toThrow('gpiochip: no chip | libgpiod: not installed')
  await expect(opening).rejects.toBeInstanceOf(DeviceError)
  const simulate = { ...config, simulate: true }
  const busy = openersOf({ libgpiod: missing('not installed'), gpiochip: used })
  await expect(openRelayDriver(simulate, log, busy)).rejects.toThrow('in use by gpioset')
})

it('openRelayDriver says of a driver by name what is missing, and how to mend it', async () => {
  const config = RelaysConfig.parse({ driver: 'libgpiod', chip: 'no-such-chip', lines })
  await expect(openRelayDriver(config, log)).rejects.toThrow(/libgpiod.*no-such-chip|npm rebuild/)
  const gpiochip = openRelayDriver({ ...config, driver: 'gpiochip' }, log)
  await expect(gpiochip).rejects.toThrow(/no-such-chip: there (is none; is this|are .* set chip)/)
})

it('the simulated driver has lines of both polarities, off at first', () => {
  const driver = createSimulatedDriver(
    RelaysConfig.parse({ driver: 'simulated', lines }).lines,
    log,
  )
  const levels = () => [driver.isHigh(17), driver.isHigh(27)]
  expect(levels()).toEqual([false, true])
  driver.set(17, 1)
  driver.set(27, 1)
  expect(levels()).toEqual([true, false])
  driver.set(27, 0)
  expect(levels()).toEqual([true, true])
})
