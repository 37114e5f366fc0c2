import { reasonOf } from '@vehicle-control/protocol/reasons/reason-of'
import { isIP } from 'node:net'
import { fault, type Finding, ok } from '../finding.ts'
import { probeConnection } from '../probe-connection.ts'
import { type Machine, textOf } from '../machine.ts'

const ESTABLISHED = '01'

/**
 * Whether a reader or a board on the network answers. One that the running edge is connected to is not asked:
 * many take one connection only, and a second one would end the first.
 */
export async function checkTcpDevice(
  machine: Machine,
  to: { check: string; subject: string; host: string; port: number; edgePid: number | null },
): Promise<Finding[]> {
  const { check, subject, host, port, edgePid } = to
  // Where this account may not see the edge's data, the connection is the only sign of it.
  if (isConnectedTo(machine, host, port)) {
    const who = edgePid === null ? 'este equipo ya' : 'el edge'
    return [ok(check, `${who} está conectado a ${host}:${port}`, subject)]
  }
  const reached = await probeConnection({ host, port, isTls: false })
  if (!('fault' in reached)) return [ok(check, `${host}:${port} acepta conexiones`, subject)]
  const { why, todo } = reasonOf(reached.fault)
  const text = `${host}:${port} ${why === reached.fault ? 'no responde' : why} (${reached.fault})`
  const fix = todo ?? `compruebe corriente, red y dirección: ping -c 3 ${host}`
  return [fault({ check, subject, text, fix })]
}

/** By the kernel's table of connections; a host that is a name is not found there. */
function isConnectedTo(machine: Machine, host: string, port: number): boolean {
  if (isIP(host) !== 4) return false
  const address = Buffer.from(host.split('.').map(Number)).reverse().toString('hex').toUpperCase()
  const remote = `${address}:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = (textOf(machine, '/proc/net/tcp') ?? '').split('\n')
  return lines.some((line) => {
    const [, , at, state] = line.trim().split(/\s+/)
    return at === remote && state === ESTABLISHED
  })
}
