import type { Quantity } from './sensor.ts'

/** Air changes less than this from one measurement to the next. */
const TEMPERATURE_JUMP = 5
const HUMIDITY_JUMP = 20

/** What a DHT22 can measure. */
export const TEMPERATURE = {
  type: 'temp',
  unit: '°C',
  min: -40,
  max: 80,
  jump: TEMPERATURE_JUMP,
} as const satisfies Quantity
export const HUMIDITY = {
  type: 'hum',
  unit: '%',
  min: 0,
  max: 100,
  jump: HUMIDITY_JUMP,
} as const satisfies Quantity

/** The models of a DHT. */
export const DHT_MODELS = ['dht11', 'dht22'] as const

interface Range {
  min: number
  max: number
}

/** The models of a thermometer with a hygrometer, and what their datasheets allow. */
const RANGES = {
  dht11: { temp: { min: 0, max: 50 }, hum: { min: 20, max: 90 } },
  dht22: { temp: { min: -40, max: 80 }, hum: { min: 0, max: 100 } },
  bme280: { temp: { min: -40, max: 85 }, hum: { min: 0, max: 100 } },
  sht3x: { temp: { min: -40, max: 125 }, hum: { min: 0, max: 100 } },
} satisfies Record<string, { temp: Range; hum: Range }>

/** Temperature and humidity, in this order. */
export function climateQuantities(model: keyof typeof RANGES): Quantity[] {
  const { temp, hum } = RANGES[model]
  return [
    { ...TEMPERATURE, ...temp },
    { ...HUMIDITY, ...hum },
  ]
}
