import type { Logger } from 'pino'
import type { RelayLineConfig } from './relay-config.ts'
import type { RelayDriver } from './relay-driver.ts'

/** Switches every line off, whatever becomes of the others; answers whether all are off. */
export function switchAllOff(
  lines: readonly RelayLineConfig[],
  driver: RelayDriver,
  log: Logger,
): boolean {
  let allOff = true
  for (const { pin } of lines) {
    try {
      driver.set(pin, 0)
    } catch (error) {
      allOff = false
      log.error({ pin, err: error }, 'a relay cannot be switched off')
    }
  }
  driver.close()
  return allOff
}
