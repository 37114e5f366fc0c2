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

/** The models of a thermometer with a hygrometer, and what their datasheets allow. */
export const CLIMATE_MODELS = ['dht11', 'dht22'] as const
export type ClimateModel = (typeof CLIMATE_MODELS)[number]

/** Temperature and humidity, in this order. */
export function climateQuantities(model: ClimateModel): Quantity[] {
  if (model === 'dht22') return [TEMPERATURE, HUMIDITY]
  return [
    { ...TEMPERATURE, min: 0, max: 50 },
    { ...HUMIDITY, min: 20, max: 90 },
  ]
}
