import type { SensorConfig } from './sensor-config.ts'

/** The fault of sensors at pins that are taken, by the word for who takes them; null without one. */
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
      const message = `${own.pin} is the pin of ${holder} too; one pin serves one`
      return { path: ['sensors', i, own.key], message }
    }
    holders.set(own.pin, 'another sensor')
  }
  return null
}

/** The pin of the header that a sensor takes by itself; those of the kernel's drivers are its own. */
function pinOf(sensor: SensorConfig): { key: string; pin: number } | null {
  if (sensor.type === 'dht') return { key: 'pin', pin: sensor.pin }
  if (sensor.type !== 'gas' || sensor.alarmPin === undefined) return null
  return { key: 'alarmPin', pin: sensor.alarmPin }
}
