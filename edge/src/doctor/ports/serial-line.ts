import { fault, type Finding, ok, warning } from '../finding.ts'
import { type Machine, namesIn, targetOf, textOf } from '../machine.ts'

/** What devices are made for; another one is most often a slip of the finger. */
const USUAL_BAUD_RATES = [
  1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600,
]

/**
 * The first port of a Pi 5, to which `/dev/serial0` leads there: the connector for debugging, not pins
 * 8 and 10, whose port is ttyAMA0 (raspberrypi/documentation#3294).
 */
const DEBUG_PORT = '/dev/ttyAMA10'
const PIN_PORT = '/dev/ttyAMA0'

/** The baud rate of a reader or a bus, and whether its port is another one than it seems, or the console's. */
export function checkSerialLine(
  machine: Machine,
  { subject, path, baudRate }: { subject: string; path: string; baudRate: number },
): Finding[] {
  const found = [debugConnector(machine, subject, path), consoleOn(machine, subject, path)].filter(
    (one) => one !== null,
  )
  if (USUAL_BAUD_RATES.includes(baudRate)) {
    return found.length > 0 ? found : [ok('baud-rate', `${baudRate} baudios`, subject)]
  }
  const text = `${baudRate} baudios no es una velocidad usual`
  const fix = `en EDGE_CONFIG ponga el "baudRate" que diga su hoja de datos, por ejemplo 9600 o 115200`
  return [...found, warning({ check: 'baud-rate', subject, text, fix })]
}

function debugConnector(machine: Machine, subject: string, path: string): Finding | null {
  const target = targetOf(machine, path)
  if (target === null || target !== targetOf(machine, DEBUG_PORT)) return null
  const isOn = targetOf(machine, PIN_PORT) !== null
  const turnOn = 'echo dtparam=uart0=on | sudo tee -a /boot/firmware/config.txt && sudo reboot; '
  const text = `${path} es el conector de depuración de una Raspberry Pi 5, no los pines 8 y 10`
  const fix = `${isOn ? '' : turnOn}en EDGE_CONFIG use "path": "${PIN_PORT}"`
  return warning({ check: 'port-debug', subject, text, fix })
}

/** `console=serial0,115200` of the kernel: boot messages go to the device, its bytes to a login. */
function consoleOn(machine: Machine, subject: string, path: string): Finding | null {
  const target = targetOf(machine, path)
  const words = (textOf(machine, '/proc/cmdline') ?? '').split(/\s+/)
  const consoles = words.flatMap((word) => /^console=([^,]+)/.exec(word)?.[1] ?? [])
  const mine = consoles.find(
    (one) => target !== null && targetOf(machine, `/dev/${one}`) === target,
  )
  if (mine === undefined) return null
  const fix = namesIn(machine, '/usr/bin').includes('raspi-config')
    ? 'sudo raspi-config nonint do_serial_cons 1 && sudo reboot'
    : `quite «console=${mine}…» de los parámetros del núcleo y reinicie`
  const text = `${path} es la consola del sistema (console=${mine}): mezcla ahí sus mensajes`
  return fault({ check: 'port-console', subject, text, fix })
}
