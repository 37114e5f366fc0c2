import { fault, type Finding, ok, warning } from './finding.ts'
import { type Machine, textOf } from './machine.ts'

const PARAMETERS = ['pinctrl_rp1', 'pinctrl_bcm2835'].map(
  (driver) => `/sys/module/${driver}/parameters/persist_gpio_outputs`,
)
const MODEL = '/sys/firmware/devicetree/base/model'
const FIX =
  "echo 'dtparam=strict_gpiod' | sudo tee -a /boot/firmware/config.txt && sudo reboot (en sistemas viejos, /boot/config.txt)"

/**
 * Whether the kernel leaves an output at its level when its process is gone, as that of a Raspberry
 * Pi does by default: a barrier would stay open after a crash.
 */
export function checkRetention(machine: Machine, movesRelays: boolean): Finding[] {
  const check = 'gpio-retention'
  const kept = PARAMETERS.map((path) => textOf(machine, path)).filter((value) => value !== null)
  if (kept.some((value) => /^[Y1]/i.test(value))) {
    const text = 'el núcleo mantiene la salida encendida cuando el proceso muere'
    return [(movesRelays ? fault : warning)({ check, text, fix: FIX })]
  }
  if (kept.length > 0) return [ok(check, 'el núcleo suelta las salidas cuando el proceso muere')]
  if (!/raspberry/i.test(textOf(machine, MODEL) ?? '')) {
    return [ok(check, 'no es una Raspberry Pi: el núcleo suelta las salidas')]
  }
  const text = 'este núcleo no dice si mantiene las salidas cuando el proceso muere'
  return [warning({ check, text, fix: FIX })]
}
