import { expect, it } from 'vitest'
import { describeFault } from '../../config-file.ts'
import { WiegandReaderConfig } from './config.ts'

const SETTINGS = { id: 'gate', type: 'wiegand', d0: 20, d1: 21 }

function faultOf(settings: object): string {
  const parsed = WiegandReaderConfig.safeParse({ ...SETTINGS, ...settings })
  return parsed.success ? 'none' : describeFault(parsed.error)
}

it('takes the usual lengths, or those that are named', () => {
  const lengths = (formats?: unknown) =>
    WiegandReaderConfig.parse({ ...SETTINGS, formats }).formats.map(({ bits }) => bits)
  expect(lengths()).toEqual([26, 34, 37])
  expect(lengths([37, { bits: 32 }])).toEqual([37, 32])
})

it('refuses lengths of which one is the other with a pulse lost', () => {
  expect(faultOf({ formats: [26, { bits: 27 }] })).toContain('formats[1] con 26 y 27 bits')
  expect(faultOf({ formats: [26, 26] })).toContain('formats[1]')
})

it('names the mask that does not fit, and the pin that is none', () => {
  expect(faultOf({ formats: [{ bits: 8, even: ['Pxxx'] }] })).toContain('8')
  expect(faultOf({ formats: [30] })).toContain('debe ser 26, 34, 37')
  expect(faultOf({ d1: -1 })).toContain('d1 debe ser el número BCM')
})
