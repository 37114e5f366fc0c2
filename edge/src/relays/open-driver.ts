import { ConfigError } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { RelaysConfig } from './relay-config.ts'
import type { RelayDriver } from './relay-driver.ts'

/**
 * The configured driver, with every relay off. Only that driver's code is loaded. `auto` never
 * chooses the simulated one: the hub would be told of an opening that did not happen.
 *
 * @throws ConfigError
 */
export async function openRelayDriver(config: RelaysConfig, log: Logger): Promise<RelayDriver> {
  switch (config.driver) {
    case 'simulated': {
      const { createSimulatedDriver } = await import('./simulated-driver.ts')
      return createSimulatedDriver(config.lines, log)
    }
    case 'auto':
      throw new ConfigError(
        'EDGE_CONFIG: relays.driver "auto" finds none, as this version has no driver for relay hardware; use simulated or remove relays',
      )
  }
}
