import { parseEnv } from 'node:util'
import { type Machine, textOf } from './machine.ts'

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
 */
export function serviceEnvironment(machine: Machine, env: NodeJS.ProcessEnv): ServiceEnvironment {
  if (env['EDGE_HUB_URL'] || env['EDGE_AGENT_CODE']) return { env, file: null }
  const text = textOf(machine, ENV_FILE)
  if (text === null) return { env, file: null }
  return { env: { EDGE_DATA_DIR: UNIT_DATA_DIR, ...parseEnv(text), ...env }, file: ENV_FILE }
}
