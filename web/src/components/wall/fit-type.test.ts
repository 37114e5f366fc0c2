import { expect, it } from 'vitest'
import { emsOf, fitType } from './fit-type.ts'

const PLACE = { width: 10, height: 2, largest: 1 }

it('takes a text as large as it may be, where it fits', () => {
  expect(fitType('Ana Ruiz', PLACE)).toBe(1)
  expect(fitType('', PLACE)).toBe(1)
  expect(fitType('Ana', { ...PLACE, width: 0 })).toBe(1)
})

it('makes a longer text smaller, on lines that fill the height', () => {
  const size = fitType('a'.repeat(60), PLACE)
  const lines = Math.ceil(emsOf('a'.repeat(60)) * size * (1 / 10))
  expect(size).toBeLessThan(1)
  expect(size).toBeGreaterThan(0.4)
  expect(lines * size * 1.2).toBeLessThanOrEqual(2)
})

it('breaks no word that is readable on a line of its own', () => {
  const text = 'Transportes Unidos de la Sabana'
  const size = fitType(text, { width: 5, height: 2, largest: 1 })
  expect(size * emsOf('Transportes')).toBeLessThanOrEqual(5)
  expect(size).toBeGreaterThan(0.5)
})

it('never gives up: the longest owner is there, however small', () => {
  expect(fitType('W'.repeat(200), PLACE)).toBeGreaterThanOrEqual(0.2)
  expect(fitType('n'.repeat(200), PLACE)).toBeGreaterThan(0.25)
})

it('counts capitals and signs of other scripts as wider', () => {
  expect(emsOf('MMM')).toBeGreaterThan(emsOf('AAA'))
  expect(emsOf('AAA')).toBeGreaterThan(emsOf('aaa'))
  expect(emsOf('aaa')).toBeGreaterThan(emsOf('iii'))
  expect(emsOf('車車車')).toBe(emsOf('WWW'))
})
