import type { Logger } from 'pino'
import type { RelayLineConfig } from './relay-config.ts'
import type { RelayDriver } from './relay-driver.ts'

/**
 * Switches every line off, even when another fails; answers whether all are off. Each is opened by
 * itself: a line that is in use must not keep another from its safe level.
 */
export async function switchAllOff(
  lines: readonly RelayLineConfig[],
  open: (lines: RelayLineConfig[]) => Promise<RelayDriver>,
  log: Logger,
): Promise<boolean> {
  let allOff = true
  for (const line of lines) {
    let driver: RelayDriver | null = null
    try {
      driver = await open([line])
      driver.set(line.pin, 0)
    } catch (error) {
      allOff = false
      log.error({ pin: line.pin, err: error }, 'a relay cannot be switched off')
    }
    try {
      driver?.close()
    } catch (error) {
      // The end of the process closes it too.
      log.warn({ pin: line.pin, err: error }, 'a relay line could not be let go')
    }
  }
  return allOff
}
