import { ConfigError } from '@vehicle-control/protocol'
import pino from 'pino'
import { expect, it } from 'vitest'
import { openRelayDriver } from './open-driver.ts'
import { RelaysConfig } from './relay-config.ts'
import { createSimulatedDriver } from './simulated-driver.ts'

const log = pino({ level: 'silent' })
const lines = [{ pin: 17 }, { pin: 27, activeLow: true }]

it('openRelayDriver opens the simulated driver', async () => {
  const driver = await openRelayDriver(RelaysConfig.parse({ driver: 'simulated', lines }), log)
  driver.set(17, 1)
  driver.close()
})

it('openRelayDriver never takes the simulated driver for auto', async () => {
  const config = RelaysConfig.parse({ driver: 'auto', chip: 'pinctrl-rp1', lines })
  const opening = openRelayDriver(config, log)
  await expect(opening).rejects.toThrow(/relays.driver "auto" finds none, .*; use simulated/)
  await expect(opening).rejects.toBeInstanceOf(ConfigError)
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
