import { type Stats, statSync } from 'node:fs'
import { basename } from 'node:path'
import { fault, type Finding, ok, warning } from '../finding.ts'
import { type Machine, mayUse, namesIn, placeOf, targetOf } from '../machine.ts'
import { type Holder, holdersOf } from './open-files.ts'

/** Programs that look for devices of their own on any serial port, by their units. */
const SERVICES: ReadonlyMap<string, readonly string[]> = new Map([
  ['ModemManager', ['ModemManager.service']],
  ['gpsd', ['gpsd.socket', 'gpsd.service']],
  ['brltty', ['brltty-udev.service', 'brltty.service']],
])

export interface DeviceFileOptions {
  /** The reader or bus that is configured to it. */
  subject: string
  path: string
  /** Whose members may open it, and where its lasting names lie. */
  group: 'dialout' | 'input'
  links: '/dev/serial/by-id' | '/dev/input/by-id'
  /** The process of a running edge; null when none runs. */
  edgePid: number | null
}

/** The device file of a reader or a bus: there, under a name that lasts, ours to open, and held by no one else. */
export function checkDeviceFile(machine: Machine, options: DeviceFileOptions): Finding[] {
  const { subject, path } = options
  const target = targetOf(machine, path)
  const check = 'port'
  if (target === null) {
    const text = `${path} no existe: está desconectado o el nombre cambió`
    return [fault({ check, subject, text, fix: availablePorts(machine, options) })]
  }
  const stat = statSync(placeOf(machine, target))
  if (stat.isDirectory()) {
    const fix = availablePorts(machine, options)
    return [fault({ check, subject, text: `${path} es una carpeta, no un puerto`, fix })]
  }
  const found = [
    permission(machine, options, stat),
    holder(machine, options, target),
    name(machine, options, target),
  ].filter((one) => one !== null)
  return found.length > 0 ? found : [ok(check, `${path} está listo`, subject)]
}

function permission(
  machine: Machine,
  { subject, path, group }: DeviceFileOptions,
  file: Stats,
): Finding | null {
  if (mayUse(machine, file, 6)) return null
  const text = `${path} no se puede abrir: faltan permisos de lectura y escritura`
  const fix = `sudo usermod -aG ${group} "$USER", y vuelva a iniciar la sesión (el servicio ya los tiene)`
  return fault({ check: 'port-permission', subject, text, fix })
}

function holder(
  machine: Machine,
  { subject, path, edgePid }: DeviceFileOptions,
  target: string,
): Finding | null {
  const others = holdersOf(machine, target).filter(({ pid }) => pid !== edgePid)
  if (others.length === 0) return null
  const who = others.map((one) => `${one.name} (proceso ${one.pid})`).join(', ')
  const fix = releaseCommands(others, basename(target))
  return fault({ check: 'port-holder', subject, text: `${path} está en uso por ${who}`, fix })
}

/** Commands that end the holders: units are masked, since systemd would start them again. */
function releaseCommands(holders: readonly Holder[], tty: string): string {
  const units = holders.flatMap(({ name: program }) => servicesOf(program, tty))
  const killed = holders.filter(({ name: program }) => servicesOf(program, tty).length === 0)
  const commands: string[] = []
  if (units.length > 0) commands.push(`sudo systemctl mask --now ${[...new Set(units)].join(' ')}`)
  if (killed.length > 0) commands.push(`sudo kill ${killed.map(({ pid }) => pid).join(' ')}`)
  return units.length > 0 ? commands.join(' && ') : `cierre ese programa: ${commands.join('')}`
}

/** The units that start a program which takes serial ports; none for one that somebody started. */
function servicesOf(program: string, tty: string): readonly string[] {
  return program === 'agetty' ? [`serial-getty@${tty}.service`] : (SERVICES.get(program) ?? [])
}

/** A number is given in the order of plugging in: after a power cut another device may have it. */
function name(
  machine: Machine,
  { subject, path, links }: DeviceFileOptions,
  target: string,
): Finding | null {
  if (path.startsWith('/dev/serial/by-') || path.startsWith('/dev/input/by-')) return null
  const lasting = namesIn(machine, links).find((link) => {
    return targetOf(machine, `${links}/${link}`) === target
  })
  if (lasting === undefined) return null
  const text = `${basename(path)} puede cambiar de número al reiniciar o al reconectar`
  const fix = `en EDGE_CONFIG use "path": "${links}/${lasting}"`
  return warning({ check: 'port-name', subject, text, fix })
}

function availablePorts(machine: Machine, { links }: DeviceFileOptions): string {
  const lasting = namesIn(machine, links).map((link) => `${links}/${link}`)
  const plain =
    links === '/dev/serial/by-id'
      ? namesIn(machine, '/dev').filter((one) => /^tty(USB|ACM|AMA)\d+$|^serial\d$/.test(one))
      : []
  const all = lasting.length > 0 ? lasting : plain.map((one) => `/dev/${one}`)
  if (all.length === 0) return 'conéctelo y mire «dmesg | tail»; no se ve ningún puerto'
  return `conéctelo, o use en EDGE_CONFIG uno de los que hay: ${all.join(', ')}`
}
