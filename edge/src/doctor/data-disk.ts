import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { outboxCap } from '../outbox/file/reserve.ts'
import { fault, type Finding, ok, warning } from './finding.ts'
import { type Machine, mayUse, placeOf, textOf } from './machine.ts'

/** The reserve's 16 MiB and as much again. */
const LOW_BYTES = 32 * 1024 * 1024
const FULL_SHARE = 0.8
const GIVE_ROOM = 'libere espacio: sudo journalctl --vacuum-size=50M; sudo apt clean'

const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(bytes < 1024 * 1024 ? 2 : 0)} MiB`

/** The disk of EDGE_DATA_DIR, and the outbox on it by its size alone: it is never opened. */
export function checkDisk(machine: Machine, dataDir: string): Finding[] {
  const folder = resolve(dataDir)
  const there = nearest(machine, folder)
  const found: Finding[] = []
  if (isReadOnly(machine, folder)) {
    const text = `el disco de ${folder} está montado solo para lectura`
    const fix = 'sudo mount -o remount,rw / ; si vuelve a pasar, la tarjeta está dañada: cámbiela'
    found.push(fault({ check: 'disk-read-only', text, fix }))
  } else if (there === folder && !mayUse(machine, statSync(placeOf(machine, folder)), 3)) {
    const text = `no se puede escribir en ${folder}`
    const fix = `sudo chown -R vehicle-control: ${folder}, o ejecute esto como ese usuario (sudo)`
    found.push(warning({ check: 'disk-permission', text, fix }))
  }
  const free = machine.freeBytes(placeOf(machine, there))
  const text = `quedan ${mib(free)} libres en el disco de ${folder}`
  found.push(
    free < LOW_BYTES ? fault({ check: 'disk', text, fix: GIVE_ROOM }) : ok('disk', text),
    outbox(machine, folder),
  )
  return found
}

function outbox(machine: Machine, folder: string): Finding {
  const check = 'outbox'
  const place = placeOf(machine, folder)
  if (existsSync(place) && !mayUse(machine, statSync(place), 1)) {
    const text = `esta cuenta no puede ver la outbox de ${folder}, ni si un edge está en marcha`
    return warning({ check, text, fix: 'repítalo con sudo' })
  }
  const file = placeOf(machine, join(folder, 'outbox.db'))
  if (!existsSync(file)) return ok(check, `${folder} no tiene outbox: aún no arrancó ningún edge`)
  const { size } = statSync(file)
  const cap = outboxCap(file, machine.freeBytes(dirname(file)))
  const text = `la outbox ocupa ${mib(size)} de ${mib(cap)}`
  if (size < cap * FULL_SHARE) return ok(check, text)
  const fix = `${GIVE_ROOM}, y revise la conexión con el hub: al tope se pierde lo más antiguo`
  return warning({ check, text, fix })
}

/** The folder, or the one above that exists: there the edge makes it at its start. */
function nearest(machine: Machine, folder: string): string {
  let place = folder
  while (place !== '/' && !existsSync(placeOf(machine, place))) place = dirname(place)
  return place
}

/** By the options of the mount that holds the folder. */
function isReadOnly(machine: Machine, folder: string): boolean {
  const mounts = (textOf(machine, '/proc/mounts') ?? '').split('\n').map((line) => line.split(' '))
  let best: { at: string; options: string } = { at: '', options: '' }
  for (const [, at = '', , options = ''] of mounts) {
    const holds = at === '/' || folder === at || folder.startsWith(`${at}/`)
    if (holds && at.length >= best.at.length) best = { at, options }
  }
  return best.options.split(',').includes('ro')
}
