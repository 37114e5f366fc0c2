import { IioDevice } from '../iio/sensor.ts'
import type { Sensor, SensorContext } from '../sensor.ts'
import type { GasSensorConfig } from './config.ts'

/** An alarm ends this far below its threshold: at the threshold itself it would come and go. */
const ALARM_ENDS_AT = 0.95

/**
 * The volts of a gas module, and its resistance against that in clean air. Neither is a
 * concentration: the curves of these sensors differ from piece to piece, and from gas to gas.
 */
export function createGasSensor(config: GasSensorConfig, context: SensorContext): Sensor {
  const { channel, divider, supplyVolts, loadOhms, r0Ohms, alarmVolts, warmUpMs } = config
  const device = new IioDevice(config.device, context.sysfs)
  const isWarming = () => context.monotonic() < warmUpMs
  let warming = isWarming()
  let alarm: string | null = null

  function watch(volts: number): void {
    warming = isWarming()
    if (alarmVolts === undefined) return
    const threshold = alarm === null ? alarmVolts : alarmVolts * ALARM_ENDS_AT
    const isAbove = !warming && volts >= threshold
    alarm = isAbove ? `${volts} V, threshold ${alarmVolts} V` : null
  }

  return {
    async measure(signal) {
      const [millivolts = Number.NaN] = await device.read([`voltage${channel}`], signal)
      const volts = Number(((millivolts / 1000) * divider).toFixed(4))
      watch(volts)
      if (r0Ohms === undefined) return [volts]
      const ohms = (loadOhms * (supplyVolts - volts)) / volts
      return [volts, Number((ohms / r0Ohms).toFixed(3))]
    },
    condition: () => ({ warming, alarm }),
  }
}
