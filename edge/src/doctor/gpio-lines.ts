import type { EdgeConfig } from '../config.ts'
import { DeviceError } from '../device-error.ts'
import { CONSUMER, type GpioChip, openChip } from '../gpio/chip.ts'
import { NoGpioError } from '../gpio/no-gpio-error.ts'
import { fault, type Finding, ok } from './finding.ts'
import type { Machine } from './machine.ts'

/** The lines of the relays and inputs, and whom they are for. */
export function linesOf({ relays, inputs }: EdgeConfig): { pin: number; what: string }[] {
  if (relays.driver === 'simulated') return []
  return [
    ...relays.lines.map(({ pin, name }) => {
      return { pin, what: name === undefined ? `el relé ${pin}` : `el relé ${pin} («${name}»)` }
    }),
    ...inputs.map(({ pin, id }) => ({ pin, what: `la entrada ${id}` })),
  ]
}

/** The GPIO chip by its label, the right to open it, and who holds the lines. None is taken. */
export async function checkLines(
  machine: Machine,
  config: EdgeConfig,
  edgePid: number | null,
): Promise<Finding[]> {
  const lines = linesOf(config)
  if (lines.length === 0) return []
  const found = await open(machine, config.relays.chip)
  if ('status' in found) return [found]
  try {
    const chip = ok('gpio-chip', `el chip GPIO ${found.label} se puede abrir`)
    return [chip, ...lines.map((line) => lineFinding(found, line, edgePid))]
  } finally {
    found.close()
  }
}

async function open(machine: Machine, label: string | undefined): Promise<GpioChip | Finding> {
  const check = 'gpio-chip'
  try {
    return openChip(await machine.gpio(), label)
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    if (error instanceof NoGpioError) {
      const wanted = label ?? 'del conector de 40 pines'
      const fix = 'ponga en relays.chip una de las etiquetas que da «gpiodetect», o quítelo'
      return fault({ check, text: `no hay chip GPIO ${wanted} (${error.message})`, fix })
    }
    const text = `el chip GPIO no se puede abrir (${error.message})`
    return fault({
      check,
      text,
      fix: 'sudo usermod -aG gpio "$USER", y vuelva a iniciar la sesión',
    })
  }
}

function lineFinding(
  chip: GpioChip,
  { pin, what }: { pin: number; what: string },
  edgePid: number | null,
): Finding {
  const check = 'gpio-line'
  const subject = String(pin)
  let holder: string | null
  try {
    holder = chip.holderOf(pin)
  } catch {
    const fix = 'corrija el "pin" en EDGE_CONFIG: es el número BCM'
    return fault({ check, subject, text: `${chip.label} no tiene la línea de ${what}`, fix })
  }
  if (holder === null) return ok(check, `la línea de ${what} está libre`, subject)
  if (holder === CONSUMER && edgePid !== null) {
    return ok(check, `el edge tiene la línea de ${what}`, subject)
  }
  const fix = 'cierre ese programa (gpioinfo lo nombra), o quite su dtoverlay de config.txt'
  return fault({ check, subject, text: `la línea de ${what} está en uso por ${holder}`, fix })
}
