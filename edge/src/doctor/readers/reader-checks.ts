import type { ReaderState } from '@vehicle-control/protocol'
import { reasonOf } from '@vehicle-control/protocol/reasons/reason-of'
import type { EdgeConfig } from '../../config.ts'
import { listenAddress } from '../../readers/tcp/listen-fields.ts'
import { checkDeviceFile } from '../ports/device-file.ts'
import { fault, type Finding, ok, warning } from '../finding.ts'
import type { Machine } from '../machine.ts'
import { checkDialIn } from './dial-in-port.ts'
import { checkSerialLine } from '../ports/serial-line.ts'
import { checkTcpDevice } from '../ports/tcp-device.ts'
import { powerWarning } from '../../readers/region/region-setting.ts'
import { checkWebhook } from './webhook-port.ts'

type ReaderConfig = EdgeConfig['readers'][number]

/**
 * Everything that a reader's configuration takes: a port, an input device, an address; and what the
 * running edge, which alone has asked the reader itself, says of it.
 */
export async function checkReader(
  machine: Machine,
  reader: ReaderConfig,
  { edgePid, said }: { edgePid: number | null; said?: ReaderState | undefined },
): Promise<Finding[]> {
  if (said !== undefined && said.state !== 'closed' && hasAddress(reader, said.path)) {
    // Many take one connection, which the edge has.
    const read = ok('reader-state', `el edge lee de ${said.path}`, reader.id)
    return [warningOf(said) ?? read, ...hintsOf(said)]
  }
  const found = [
    ...(await checkDevice(machine, reader, edgePid)),
    ...powerOf(reader),
    ...hintsOf(said),
  ]
  const refusal = said === undefined ? null : (faultOf(said) ?? warningOf(said))
  if (refusal === null || found.some(({ status }) => status === 'fault')) return found
  return [refusal, ...found.filter(({ status }) => status !== 'ok')]
}

/** What the law of the country says of the power; the running edge says it as its warning. */
function powerOf(reader: ReaderConfig): Finding[] {
  const text = 'region' in reader ? powerWarning(reader) : null
  return text === null ? [] : [warning({ check: 'power', subject: reader.id, text })]
}

/** The edge may run with another configuration still, and a webhook is no address to go to. */
function hasAddress(reader: ReaderConfig, path: string): boolean {
  const { host, url, listen }: Record<string, unknown> = { ...reader }
  if (reader.type === 'http' && url === undefined) return false
  const address = typeof url === 'string' ? addressOf(url).host : (host ?? listen)
  return typeof address === 'string' && path.includes(address)
}

function faultOf({ id: subject, state, error }: ReaderState): Finding | null {
  if (state !== 'closed' || error === undefined) return null
  const text = `el edge no lo puede leer: ${inWords(error)}`
  const fix =
    reasonOf(error).todo ??
    'corrija en EDGE_CONFIG lo que el lector no acepta, o siga lo que dice su error'
  return fault({ check: 'reader-state', subject, text, fix })
}

/** A reason with the device's own words, which its manual explains, where they say more. */
function inWords(error: string): string {
  const { why } = reasonOf(error)
  return why === error || why.includes('(') ? why : `${why} (${error})`
}

function warningOf({ id: subject, state, warning: why }: ReaderState): Finding | null {
  const check = 'reader-state'
  if (why !== undefined) {
    const text = `el edge lo lee, y avisa: ${inWords(why)}`
    return warning({ check, subject, text, fix: reasonOf(why).todo ?? undefined })
  }
  if (state !== 'silent') return null
  const text = 'el edge está conectado y no oye nada de él desde hace más de lo previsto'
  const fix = 'pase un tag por la antena; revise antena, cable y potencia del lector'
  return warning({ check, subject, text, fix })
}

/** What could be set better, by the names of the drivers. */
const HINTS: Readonly<Record<string, { text: string; fix: string }>> = {
  wiegand: {
    text: 'escribe «sitio:tarjeta», y así 12:345678 y 123:45678 son la misma tarjeta',
    fix: 'en EDGE_CONFIG añada "uid": "wiegand" a este lector, y dé de alta las tarjetas con su número nuevo',
  },
}

function hintsOf(said: ReaderState | undefined): Finding[] {
  const hint = said?.hint === undefined ? undefined : HINTS[said.hint]
  return hint === undefined ? [] : [warning({ check: 'reader-hint', subject: said?.id, ...hint })]
}

async function checkDevice(
  machine: Machine,
  reader: ReaderConfig,
  edgePid: number | null,
): Promise<Finding[]> {
  const { path, baudRate, host, port, url, listen }: Record<string, unknown> = { ...reader }
  const tcp = { check: 'reader-tcp', subject: reader.id, edgePid }
  if (typeof url === 'string') {
    return await checkTcpDevice(machine, { ...tcp, ...addressOf(url) })
  }
  if (reader.type === 'http' && typeof port === 'number') {
    return await checkWebhook({ reader: reader.id, host: reader.host, port, edgePid })
  }
  const at = typeof listen === 'string' ? listenAddress(listen) : null
  if (at !== null) return await checkDialIn({ reader: reader.id, ...at, edgePid })
  if (typeof host === 'string' && typeof port === 'number') {
    return await checkTcpDevice(machine, { ...tcp, host, port })
  }
  if (reader.type === 'wiegand') {
    return [ok('reader', 'sus dos líneas se revisan con las demás de GPIO', reader.id)]
  }
  if (typeof path !== 'string') {
    return [ok('reader', `${reader.type}: nada que revisar en este equipo`, reader.id)]
  }
  const file = { subject: reader.id, path, edgePid }
  if (typeof baudRate !== 'number') {
    return checkDeviceFile(machine, { ...file, group: 'input', links: '/dev/input/by-id' })
  }
  return [
    ...checkDeviceFile(machine, { ...file, group: 'dialout', links: '/dev/serial/by-id' }),
    ...checkSerialLine(machine, { subject: reader.id, path, baudRate }),
  ]
}

const PORTS: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883, 'http:': 80, 'https:': 443 }

function addressOf(text: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(text)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (PORTS[protocol] ?? 80) }
}
