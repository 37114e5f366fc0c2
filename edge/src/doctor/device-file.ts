import { type Stats, statSync } from 'node:fs'
import { basename } from 'node:path'
import { fault, type Finding, ok, warning } from './finding.ts'
import { type Machine, mayUse, namesIn, placeOf, targetOf } from './machine.ts'
import { holdersOf } from './open-files.ts'

export interface DeviceFileOptions {
  /** The reader that is configured to it. */
  reader: string
  path: string
  /** Whose members may open it, and where its lasting names lie. */
  group: 'dialout' | 'input'
  links: '/dev/serial/by-id' | '/dev/input/by-id'
  /** The process of a running edge; null when none runs. */
  edgePid: number | null
}

/** A reader's device file: there, under a name that lasts, ours to open, and held by no one else. */
export function checkDeviceFile(machine: Machine, options: DeviceFileOptions): Finding[] {
  const { reader: subject, path } = options
  const target = targetOf(machine, path)
  const check = 'port'
  if (target === null) {
    const text = `${path} no existe: el lector está desconectado o el nombre cambió`
    return [fault({ check, subject, text, fix: whatThereIs(machine, options) })]
  }
  const stat = statSync(placeOf(machine, target))
  if (stat.isDirectory()) {
    const fix = whatThereIs(machine, options)
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
  { reader: subject, path, group }: DeviceFileOptions,
  file: Stats,
): Finding | null {
  if (mayUse(machine, file, 6)) return null
  const text = `${path} no se puede abrir: faltan permisos de lectura y escritura`
  const fix = `sudo usermod -aG ${group} "$USER", y vuelva a iniciar la sesión (el servicio ya los tiene)`
  return fault({ check: 'port-permission', subject, text, fix })
}

function holder(
  machine: Machine,
  { reader: subject, path, edgePid }: DeviceFileOptions,
  target: string,
): Finding | null {
  const others = holdersOf(machine, target).filter(({ pid }) => pid !== edgePid)
  const [first] = others
  if (first === undefined) return null
  const who = others.map((one) => `${one.name} (proceso ${one.pid})`).join(', ')
  const fix =
    first.name === 'ModemManager'
      ? 'sudo systemctl disable --now ModemManager'
      : `cierre ese programa: sudo kill ${others.map(({ pid }) => pid).join(' ')}`
  return fault({ check: 'port-holder', subject, text: `${path} está en uso por ${who}`, fix })
}

/** A number is given in the order of plugging in: after a power cut another reader may have it. */
function name(
  machine: Machine,
  { reader: subject, path, links }: DeviceFileOptions,
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

function whatThereIs(machine: Machine, { links }: DeviceFileOptions): string {
  const lasting = namesIn(machine, links).map((link) => `${links}/${link}`)
  const plain =
    links === '/dev/serial/by-id'
      ? namesIn(machine, '/dev').filter((one) => /^tty(USB|ACM|AMA)\d+$|^serial\d$/.test(one))
      : []
  const all = lasting.length > 0 ? lasting : plain.map((one) => `/dev/${one}`)
  if (all.length === 0) return 'conecte el lector y mire «dmesg | tail»; no se ve ningún puerto'
  return `conecte el lector, o use en EDGE_CONFIG uno de los que hay: ${all.join(', ')}`
}
