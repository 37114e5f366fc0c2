import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type InputPort, polledPort } from './input-port.ts'

/** The folder of an edge's data that has the active simulated inputs. */
export const SIMULATED_INPUTS = 'simulated-inputs'

/**
 * An input line without hardware: active while the data folder has `simulated-inputs/<pin>`, so that
 * `touch` presses a button.
 */
export function openSimulatedPort(options: {
  dataDir: string
  pin: number
  monotonic: () => number
}): InputPort {
  const path = join(options.dataDir, SIMULATED_INPUTS, String(options.pin))
  const { monotonic } = options
  return polledPort({ isActive: () => existsSync(path), monotonic, close() {} })
}
