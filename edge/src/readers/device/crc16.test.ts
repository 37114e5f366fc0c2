import { expect, it } from 'vitest'
import { crc16, reflectedCrc16, unpaddedCrc16 } from './crc16.ts'

/** The check value of the catalogue of parametrised CRC algorithms is that of these digits. */
const DIGITS = Buffer.from('123456789')

it.each([
  ['CRC-16/MCRF4XX', reflectedCrc16, 0x6f91],
  ['CRC-16/IBM-3740, also CCITT-FALSE', crc16, 0x29b1],
])('%s has the check value of the catalogue', (_, crc, check) => {
  expect(crc(DIGITS, 0, DIGITS.length)).toBe(check)
  const between = Buffer.concat([Buffer.from('x'), DIGITS, Buffer.from('y')])
  expect(crc(between, 1, 10)).toBe(check)
})

it('the one without padding is that of the command that asks a module for its version', () => {
  expect(unpaddedCrc16(Buffer.from([0x00, 0x03]), 0, 2)).toBe(0x1d0c)
})
