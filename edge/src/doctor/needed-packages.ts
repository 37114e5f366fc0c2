import type { EdgeConfig } from '../config.ts'
import type { NeededPackage } from './native-packages.ts'

/** The packages with compiled code that an edge of this configuration loads. */
export function neededPackages({ readers, relays, sensors }: EdgeConfig): NeededPackage[] {
  const needed: NeededPackage[] = [
    { name: 'better-sqlite3', by: 'la outbox' },
    { name: 'koffi', by: 'el aviso a systemd' },
  ]
  const serial = readers.find((reader) => 'baudRate' in reader && reader.path !== undefined)
  if (serial !== undefined) needed.push({ name: 'serialport', by: `el lector ${serial.id}` })
  else if (relays.boards?.some((board) => 'path' in board)) {
    needed.push({ name: 'serialport', by: 'la tarjeta de relés' })
  }
  const driver: string = relays.driver
  if (driver === 'libgpiod') needed.push({ name: 'node-libgpiod', by: 'relays.driver libgpiod' })
  const types: string[] = sensors.map(({ type }) => type)
  if (types.includes('dht')) needed.push({ name: 'node-dht-sensor', by: 'el sensor dht' })
  return needed
}
