import type { SensorConfig } from './sensor-config.ts'

/** The first sensor at a pin that is taken; `taken` names the holders. Null without one. */
export function sensorPinFault(
  sensors: readonly SensorConfig[],
  taken: ReadonlyMap<number, string>,
): { path: (string | number)[]; message: string } | null {
  const holders = new Map(taken)
  for (const [i, sensor] of sensors.entries()) {
    const own = pinOf(sensor)
    if (own === null) continue
    const holder = holders.get(own.pin)
    if (holder !== undefined) {
      const message = `${own.pin} es también el pin de ${holder}; dé a cada uno el suyo`
      return { path: ['sensors', i, own.key], message }
    }
    holders.set(own.pin, 'otro sensor')
  }
  return null
}

/** The header pin that a sensor's settings name; kernel drivers have theirs in config.txt. */
function pinOf(sensor: SensorConfig): { key: string; pin: number } | null {
  if (sensor.type === 'dht') return { key: 'pin', pin: sensor.pin }
  if (sensor.type !== 'gas' || sensor.alarmPin === undefined) return null
  return { key: 'alarmPin', pin: sensor.alarmPin }
}
