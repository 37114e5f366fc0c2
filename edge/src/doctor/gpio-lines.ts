import type { EdgeConfig } from '../config.ts'
import { DeviceError } from '../device-error.ts'
import { CONSUMER, type GpioChip, openChip } from '../gpio/chip.ts'
import { NoGpioError } from '../gpio/no-gpio-error.ts'
import { pinsOf } from '../readers/reader-pins.ts'
import { fault, type Finding, ok } from './finding.ts'
import type { Machine } from './machine.ts'

interface Line {
  pin: number
  /** Whom it is for. */
  what: string
  /** Label of its chip; undefined is the one of the pin header. */
  chip: string | undefined
}

/** The lines of the relays, inputs and readers. */
export function linesOf({ relays, inputs, readers }: EdgeConfig): Line[] {
  const { driver, chip, lines } = relays
  const moved = [
    ...lines.map(({ pin, name }) => {
      const what = name === undefined ? `el relé ${pin}` : `el relé ${pin} («${name}»)`
      return { pin, what, chip }
    }),
    ...inputs.map(({ pin, id }) => ({ pin, what: `la entrada ${id}`, chip })),
  ]
  const read = readers.flatMap(pinsOf).map(({ pin, key, reader, chip: own }) => {
    return { pin, what: `${key} del lector ${reader}`, chip: own }
  })
  return [...(driver === 'simulated' ? [] : moved), ...read]
}

/** The GPIO chips by their labels, the right to open them, and who holds the lines. None is taken. */
export async function checkLines(
  machine: Machine,
  config: EdgeConfig,
  edgePid: number | null,
): Promise<Finding[]> {
  const chips = new Map<string | undefined, Line[]>()
  for (const line of linesOf(config)) chips.set(line.chip, [...(chips.get(line.chip) ?? []), line])
  const findings: Finding[] = []
  for (const [label, lines] of chips) {
    findings.push(...(await checkChip(machine, { label, lines, edgePid })))
  }
  return findings
}

async function checkChip(
  machine: Machine,
  { label, lines, edgePid }: { label: string | undefined; lines: Line[]; edgePid: number | null },
): Promise<Finding[]> {
  const found = await open(machine, label)
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
      const fix = 'ponga en "chip" una de las etiquetas que da «gpiodetect», o quítelo'
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

function lineFinding(chip: GpioChip, { pin, what }: Line, edgePid: number | null): Finding {
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
