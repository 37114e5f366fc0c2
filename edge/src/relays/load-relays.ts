import { readFileSync } from 'node:fs'
import { ConfigError } from '@vehicle-control/protocol/errors'
import { z } from 'zod'
import { describeFault, nonEmptyVariables, parseConfig, readConfigFile } from '../config-file.ts'
import { RelaysConfig } from './relay-config.ts'

const RelaysOfFile = z.object({ relays: RelaysConfig.optional() })

/**
 * The relays of the file that EDGE_CONFIG names, whatever else is wrong with it or with the
 * environment; null without a file or without relays.
 *
 * @throws ConfigError
 */
export function loadRelays(
  env: NodeJS.ProcessEnv,
  readFile = (path: string) => readFileSync(path, 'utf8'),
): RelaysConfig | null {
  const path = nonEmptyVariables(env)['EDGE_CONFIG']
  if (path === undefined) return null
  const parsed = parseConfig(RelaysOfFile, readConfigFile(path, readFile))
  if (parsed.success) return parsed.data.relays ?? null
  throw new ConfigError(`EDGE_CONFIG ${path}: ${describeFault(parsed.error)}`)
}
