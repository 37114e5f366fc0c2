import { SENSORS_MAX } from '@vehicle-control/protocol'
import { z } from 'zod'
import { describeChoiceFault } from '../config-choice.ts'
import { sensorInputFault } from './sensor-inputs.ts'
import { SENSOR_TYPES } from './sensor-types.ts'

const { simulated, ...others } = SENSOR_TYPES
const schemas = [simulated.schema, ...Object.values(others).map(({ schema }) => schema)] as const

/** A sensor as EDGE_CONFIG has it; `type` chooses the driver. */
const ConfiguredSensor = z.discriminatedUnion('type', schemas, {
  error: (issue) =>
    describeChoiceFault(issue.input, {
      key: 'type',
      object: 'debe ser un objeto con type',
      noun: 'un tipo de sensor',
      supported: Object.keys(SENSOR_TYPES),
    }),
})
type ConfiguredSensor = z.infer<typeof ConfiguredSensor>

/** A sensor with its name. */
export type SensorConfig = ConfiguredSensor & { source: string }

/** All sensors of an edge; their sources are unique, and what they measure too. */
export const SensorsConfig = z
  .array(ConfiguredSensor, 'debe ser una lista de sensores, como en [{"type":"simulated"}]')
  .max(SENSORS_MAX, `debe tener como mucho ${SENSORS_MAX} sensores`)
  .superRefine((sensors, context) => {
    const named = new Set<string>()
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    for (const [i, sensor] of sensors.entries()) {
      const { source } = sensor
      if (source !== undefined && named.has(source)) {
        refuse(
          [i, 'source'],
          `"${source}" es también el nombre de otro sensor; dé a cada uno el suyo`,
        )
      }
      if (source !== undefined) named.add(source)
    }
  })
  .transform(withSources)
  .superRefine((sensors, context) => {
    const fault = sensorInputFault(sensors)
    if (fault !== null) context.addIssue({ code: 'custom', ...fault })
  })

/** Names a sensor without a source after its type, with a number where that is taken. */
function withSources(sensors: readonly ConfiguredSensor[]): SensorConfig[] {
  const taken = new Set(sensors.map(({ source }) => source))
  return sensors.map((sensor) => {
    const source = sensor.source ?? freeName(sensor.type, taken)
    taken.add(source)
    return { ...sensor, source }
  })
}

function freeName(type: string, taken: ReadonlySet<string | undefined>): string {
  if (!taken.has(type)) return type
  let number = 2
  while (taken.has(`${type}${number}`)) number++
  return `${type}${number}`
}
