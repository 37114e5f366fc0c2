import { IioDevice } from '../iio/sensor.ts'
import type { Sensor, SensorContext, SensorLine } from '../sensor.ts'
import type { GasSensorConfig } from './config.ts'

/** An alarm ends this far below its threshold: at the threshold itself it would come and go. */
const ALARM_ENDS_AT = 0.95

/**
 * The volts of a gas module, and its resistance against that in clean air. Neither is a
 * concentration: the curves of these sensors differ from piece to piece, and from gas to gas.
 */
export function createGasSensor(config: GasSensorConfig, context: SensorContext): Sensor {
  const { channel, divider, supplyVolts, loadOhms, r0Ohms, alarmVolts, warmUpMs } = config
  const { alarmPin } = config
  const device = new IioDevice(config.device, context.sysfs)
  const isWarming = () => context.monotonic() < warmUpMs
  let warming = isWarming()
  let isHigh = false
  let isPinActive = false
  let alarm: string | null = null
  let line: SensorLine | null = null
  let closed = false

  function watch(volts: number): void {
    warming = isWarming()
    isHigh = volts >= (alarmVolts ?? Infinity) * (isHigh ? ALARM_ENDS_AT : 1)
    const faults: string[] = []
    if (isHigh) faults.push(`${volts} V, threshold ${alarmVolts} V`)
    if (isPinActive) faults.push(`DO at GPIO ${alarmPin} is active`)
    alarm = warming || faults.length === 0 ? null : faults.join('; ')
  }

  /** Opened again where it was lost; what is read of it stands until it changes. */
  async function readPin(pin: number): Promise<void> {
    line ??= await context.openLine({ pin, activeLow: true })
    try {
      isPinActive = line.changes().at(-1)?.active ?? isPinActive
    } catch (error) {
      close()
      throw error
    }
    if (closed) close()
  }

  function close(): void {
    line?.close()
    line = null
  }

  return {
    async measure(signal) {
      const [millivolts = Number.NaN] = await device.read([`voltage${channel}`], signal)
      const volts = Number(((millivolts / 1000) * divider).toFixed(4))
      if (alarmPin !== undefined) await readPin(alarmPin)
      watch(volts)
      if (r0Ohms === undefined) return [volts]
      const ohms = (loadOhms * (supplyVolts - volts)) / volts
      return [volts, Number((ohms / r0Ohms).toFixed(3))]
    },
    condition: () => ({ warming, alarm }),
    close() {
      closed = true
      close()
    },
  }
}
