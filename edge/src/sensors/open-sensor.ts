import type { SensorConfig } from './sensor-config.ts'
import type { Sensor } from './sensor.ts'

/** The driver of the configured type. Only that driver's code is loaded. */
export async function openSensor(
  config: SensorConfig,
  context: { monotonic: () => number },
): Promise<Sensor> {
  switch (config.type) {
    case 'simulated': {
      const { createSimulatedSensor } = await import('./simulated/sensor.ts')
      return createSimulatedSensor(config, context)
    }
  }
}
