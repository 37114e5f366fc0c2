import { ConfigError } from '@vehicle-control/protocol/errors'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** What the systemd unit gives its edge. */
const ENV_FILE = '/etc/vehicle-control/edge.env'
const UNIT_DATA_DIR = '/var/lib/vehicle-control-edge'

export interface ServiceEnvironment {
  env: NodeJS.ProcessEnv
  /** The file that it was completed from; null where the environment itself names the agent. */
  file: string | null
}

/**
 * The environment of the edge that this device runs. At a terminal it has none of the edge's
 * variables: they are taken from where the service has them.
 *
 * @throws ConfigError where the service's file is there and this account may not read it.
 */
export function serviceEnvironment(
  env: NodeJS.ProcessEnv,
  readFile = (path: string) => readFileSync(path, 'utf8'),
): ServiceEnvironment {
  if (env['EDGE_HUB_URL'] || env['EDGE_AGENT_CODE']) return { env, file: null }
  try {
    const given = parseEnv(readFile(ENV_FILE))
    return { env: { EDGE_DATA_DIR: UNIT_DATA_DIR, ...given, ...env }, file: ENV_FILE }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EACCES') {
      throw new ConfigError(`${ENV_FILE} no se puede leer (EACCES); repítalo con sudo`)
    }
    // No service here.
    return { env, file: null }
  }
}
