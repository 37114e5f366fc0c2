import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { MqttReaderConfig } from './config.ts'

/**
 * The name of the reader's session at its broker. It is the same at every start, so that the broker
 * finds what it kept; another machine or topic has another name.
 */
export function clientIdOf(
  { id, topic, clientId }: Pick<MqttReaderConfig, 'id' | 'topic' | 'clientId'>,
  machine = machineId(),
): string {
  if (clientId !== undefined) return clientId
  const name = createHash('sha256').update(`${machine}\0${id}\0${topic}`).digest('hex')
  // Brokers of MQTT 3.1 take 23 characters.
  return `vc-${name.slice(0, 20)}`
}

function machineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim()
  } catch {
    // Without a machine id the host name serves.
    return hostname()
  }
}
