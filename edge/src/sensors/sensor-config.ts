import type { SensorType } from '@vehicle-control/protocol'
import { z } from 'zod'
import { describeChoiceFault } from '../config-choice.ts'
import { SimulatedSensorConfig } from './simulated/config.ts'

const DRIVER_CONFIGS = [SimulatedSensorConfig] as const

/** Types of the design that this version has no driver for. */
const PLANNED_TYPES = new Set(['iio', 'dht11', 'dht22', 'ads1115', 'mcp3008'])

/** A sensor of EDGE_CONFIG; `type` chooses the driver. */
export const SensorConfig = z.discriminatedUnion('type', DRIVER_CONFIGS, {
  error: (issue) =>
    describeChoiceFault(issue.input, {
      key: 'type',
      object: 'must be an object with type',
      noun: 'sensor type',
      supported: DRIVER_CONFIGS.map((config) => config.shape.type.value),
      planned: PLANNED_TYPES,
    }),
})
export type SensorConfig = z.infer<typeof SensorConfig>

/** All sensors of an edge. A sample names only its type, so each type has one source. */
export const SensorsConfig = z
  .array(SensorConfig, 'must be a list of sensors, as in [{"type":"simulated"}]')
  .superRefine((sensors, context) => {
    const measured = new Set<SensorType>()
    for (const [i, { of }] of sensors.entries()) {
      for (const [j, type] of of.entries()) {
        const message = `${type} is measured already; name it once`
        if (measured.has(type)) context.addIssue({ code: 'custom', path: [i, 'of', j], message })
        measured.add(type)
      }
    }
  })
