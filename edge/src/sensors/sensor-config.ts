import { SensorType } from '@vehicle-control/protocol'
import { z } from 'zod'
import { describeChoiceFault } from '../config-choice.ts'

const leastEveryMs = 1000
const mostEveryMs = 3_600_000
const everyFault = `must be a whole number of milliseconds from ${leastEveryMs} to ${mostEveryMs}`
const ofFault = `must be a list of what to measure: ${SensorType.options.join(', ')}`

/** Values made up, for a demonstration without hardware. */
export const SimulatedSensorConfig = z.strictObject({
  type: z.literal('simulated'),
  of: z
    .array(z.enum(SensorType.options, ofFault), ofFault)
    .min(1, ofFault)
    .default([...SensorType.options]),
  everyMs: z
    .int(everyFault)
    .min(leastEveryMs, everyFault)
    .max(mostEveryMs, everyFault)
    .default(30_000),
})
export type SimulatedSensorConfig = z.infer<typeof SimulatedSensorConfig>

/** Types of the design that this version has no driver for. */
const plannedTypes = new Set(['iio', 'dht11', 'dht22', 'ads1115', 'mcp3008'])

/** A sensor of EDGE_CONFIG; `type` chooses the driver. */
export const SensorConfig = z.discriminatedUnion('type', [SimulatedSensorConfig], {
  error: (issue) =>
    describeChoiceFault(issue.input, {
      key: 'type',
      object: 'must be an object with type',
      noun: 'sensor type',
      supported: ['simulated'],
      planned: plannedTypes,
    }),
})
export type SensorConfig = z.infer<typeof SensorConfig>

/** All sensors of an edge. A sample names its type only, so that each type has one source. */
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
