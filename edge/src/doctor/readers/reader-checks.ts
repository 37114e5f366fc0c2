import type { EdgeConfig } from '../../config.ts'
import { checkDeviceFile } from './device-file.ts'
import { type Finding, ok } from '../finding.ts'
import type { Machine } from '../machine.ts'
import { checkSerialLine } from './serial-line.ts'
import { checkTcpReader } from './tcp-reader.ts'
import { checkWebhook } from './webhook-port.ts'

type ReaderConfig = EdgeConfig['readers'][number]

/** Everything that a reader's configuration takes: a port, an input device, an address. */
export async function checkReader(
  machine: Machine,
  reader: ReaderConfig,
  edgePid: number | null,
): Promise<Finding[]> {
  const { path, baudRate, host, port, url }: Record<string, unknown> = { ...reader }
  if (typeof url === 'string') {
    return await checkTcpReader(machine, { reader: reader.id, ...addressOf(url), edgePid })
  }
  if (reader.type === 'http' && typeof port === 'number') {
    return await checkWebhook({ reader: reader.id, host: reader.host, port, edgePid })
  }
  if (typeof host === 'string' && typeof port === 'number') {
    return await checkTcpReader(machine, { reader: reader.id, host, port, edgePid })
  }
  if (typeof path !== 'string') {
    return [ok('reader', `${reader.type}: nada que revisar en este equipo`, reader.id)]
  }
  const file = { reader: reader.id, path, edgePid }
  if (typeof baudRate !== 'number') {
    return checkDeviceFile(machine, { ...file, group: 'input', links: '/dev/input/by-id' })
  }
  return [
    ...checkDeviceFile(machine, { ...file, group: 'dialout', links: '/dev/serial/by-id' }),
    ...checkSerialLine(machine, { reader: reader.id, path, baudRate }),
  ]
}

const PORTS: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883, 'http:': 80, 'https:': 443 }

function addressOf(text: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(text)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (PORTS[protocol] ?? 80) }
}
