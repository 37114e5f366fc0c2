import { DeviceError } from '../../device-error.ts'
import { sensorThreads } from '../thread-semaphore.ts'
import { type Sensor, SensorMissing } from '../sensor.ts'
import type { DhtSensorConfig } from './config.ts'
import { type DhtPackage, loadDhtPackage } from './package.ts'

/** The package's words where the pins cannot be opened at all: no Raspberry Pi, or no right to. */
const NO_PINS = 'failed to initialize sensor'

/** @throws SensorMissing without the package. */
export async function openDhtSensor(
  config: DhtSensorConfig,
  load?: () => Promise<unknown>,
): Promise<Sensor> {
  const dht = await loadDhtPackage(load)
  const model = config.model === 'dht11' ? 11 : 22
  return {
    measure: (signal) => sensorThreads.run('dht', signal, () => read(dht, model, config.pin)),
  }
}

function read(dht: DhtPackage, model: 11 | 22, pin: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    dht.read(model, pin, (error, temperature, humidity) => {
      if (error === null || error === undefined) resolve([temperature, humidity].map(inTenths))
      else if (error.message === NO_PINS) {
        const fault =
          'the GPIO pins cannot be opened: this is no Raspberry Pi, or /dev/gpiomem is closed to it'
        reject(new SensorMissing(fault, { cause: error }))
      } else reject(new DeviceError(`no answer at GPIO ${pin}: ${error.message}`, { cause: error }))
    })
  })
}

/** The package computes in single precision: 21.3 would come as 21.299999237. */
const inTenths = (value: number) => Math.round(value * 10) / 10
