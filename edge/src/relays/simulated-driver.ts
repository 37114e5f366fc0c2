import type { Logger } from 'pino'
import { DeviceError } from '../device-error.ts'
import type { RelayLineConfig } from './relay-config.ts'
import type { RelayDriver } from './relay-driver.ts'

/** Relays without hardware: each switch is logged. */
export function createSimulatedDriver(
  lines: readonly RelayLineConfig[],
  log: Logger,
): RelayDriver & { isHigh(pin: number): boolean } {
  const high = new Map(lines.map((line) => [line.pin, line.activeLow]))

  return {
    name: 'simulated',
    simulated: true,
    set(pin, level) {
      const line = lines.find((l) => l.pin === pin)
      if (line === undefined) throw new DeviceError(`there is no simulated relay on pin ${pin}`)
      const isHigh = (level === 1) !== line.activeLow
      if (high.get(pin) === isHigh) return
      high.set(pin, isHigh)
      log.info({ pin, line: isHigh ? 'high' : 'low' }, level === 1 ? 'relay on' : 'relay off')
    },
    close() {},
    isHigh: (pin) => high.get(pin) ?? false,
  }
}
