import { describe, expect, it } from 'vitest'
import { describeFault } from '../config-file.ts'
import { SensorsConfig } from './sensor-config.ts'
import { SENSOR_TYPES } from './sensor-types.ts'

const faultOf = (sensors: unknown) => {
  const parsed = SensorsConfig.safeParse(sensors)
  return parsed.success ? null : describeFault(parsed.error)
}

const inputOf = (channel: number, of: string) => ({ channel, of })

describe('SENSOR_TYPES', () => {
  it('stand under the type of their schema', () => {
    const ofSchemas = Object.values(SENSOR_TYPES).map(({ schema }) => schema.shape.type.value)
    expect(Object.keys(SENSOR_TYPES)).toEqual(ofSchemas)
  })
})

describe('SensorsConfig', () => {
  it('names every supported type where the type is none of them', () => {
    const use = `use ${Object.keys(SENSOR_TYPES).join(' o ')}`
    expect(faultOf([{}])).toBe(`[0].type falta; ${use}`)
    expect(faultOf([{ type: 'nose' }])).toBe(`[0].type "nose" no es un tipo de sensor; ${use}`)
  })

  it('gives a sensor without a name that of its type, with a number where it is taken', () => {
    const sensors = [
      { type: 'simulated' },
      { type: 'simulated', source: 'yard' },
      { type: 'simulated' },
      { type: 'simulated', source: 'simulated2' },
    ]
    expect(SensorsConfig.parse(sensors).map(({ source }) => source)).toEqual([
      'simulated',
      'yard',
      'simulated3',
      'simulated2',
    ])
  })

  it('takes other inputs of one converter, and the same input of another', () => {
    const sensors = [
      { type: 'gas', device: 'ads1015', channel: 0 },
      { type: 'gas', device: 'ads1015', channel: 1 },
      { type: 'iio', device: '1-0049', channels: [inputOf(0, 'gas'), inputOf(1, 'temp')] },
      { type: 'iio', device: '1-0049', channels: [inputOf(2, 'gas')] },
      { type: 'iio', device: 'dht11' },
    ]
    expect(faultOf(sensors)).toBeNull()
  })

  it.each([
    [[{ type: 'simulated', of: ['gas', 'gas'] }], '[0].of debe nombrar cada tipo una vez'],
    [
      [
        { type: 'simulated', source: 'yard' },
        { type: 'simulated', source: 'yard' },
      ],
      '[1].source "yard" es también el nombre de otro sensor; dé a cada uno el suyo',
    ],
    [[{ type: 'simulated', source: 'x'.repeat(65) }], /^\[0\].source debe ser un texto de 1 a 64/],
    [[{ type: 'simulated', everyMs: 999 }], /^\[0\].everyMs debe ser .* de 1000 a 3600000$/],
    [
      Array.from({ length: 33 }, () => ({ type: 'simulated' })),
      /debe tener como mucho 32 sensores/,
    ],
    [
      [
        { type: 'iio', device: 'dht11', source: 'booth' },
        { type: 'iio', device: 'dht11' },
      ],
      '[1].device dht11 ya se mide en el sensor "booth"; deje uno de los dos',
    ],
    [
      [
        { type: 'gas', device: 'ads1015', channel: 1 },
        { type: 'iio', device: 'ads1015', channels: [inputOf(0, 'temp'), inputOf(1, 'gas')] },
      ],
      '[1].channels[1].channel entrada 1 de ads1015 ya se mide en el sensor "gas"',
    ],
    [
      [{ type: 'iio', device: 'ads1015', channels: [inputOf(2, 'temp'), inputOf(2, 'hum')] }],
      '[0].channels[1].channel entrada 2 de ads1015 ya se mide en el sensor "iio"',
    ],
  ])('names the fault of %j', (sensors, fault) => {
    const said = faultOf(sensors)
    if (typeof fault === 'string') expect(said).toContain(fault)
    else expect(said).toMatch(fault)
  })
})
