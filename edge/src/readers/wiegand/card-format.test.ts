import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frameBits } from '../../testing/emulators/wiegand.ts'
import { CARD_FORMATS, type CardFormat, CardReader, maskFault } from './card-format.ts'
import type { Bit } from './frames.ts'

const FORMATS = Object.values(CARD_FORMATS)
const cardOf = (bits: Bit[], formats: readonly CardFormat[]) => new CardReader(formats).cardOf(bits)
const bitsOf = (text: string) => Array.from(text, (bit): Bit => (bit === '1' ? 1 : 0))
const flipped = (bits: Bit[], at: number) => bits.with(at, bits[at] === 1 ? 0 : 1)

describe('a card', () => {
  it('reads the frames that are known from hardware', () => {
    // Facility 139, card 7229: what the usual Arduino print calls HEX 8B1C3D and DECIMAL 9116733.
    expect(cardOf(bitsOf('11000101100011100001111010'), FORMATS)).toBe('8B1C3D')
    // Facility 123, card 4567, and a card 00CE754C with 34 bits.
    expect(cardOf(bitsOf('10111101100010001110101110'), FORMATS)).toBe('7B11D7')
    expect(cardOf(bitsOf('1000000001100111001110101010011001'), FORMATS)).toBe('00CE754C')
    expect(Number.parseInt('8B1C3D', 16)).toBe(9_116_733)
  })

  it('keeps facility and card apart: 12:345678 and 123:45678 are two cards', () => {
    const card = (facility: number, number: number) => {
      const bits = facility.toString(2).padStart(15, '0') + number.toString(2).padStart(20, '0')
      return cardOf(bitsOf(bits), [{ bits: 35, even: [], odd: [] }])
    }
    expect([card(12, 345_678), card(123, 45_678)]).toEqual(['000C5464E', '007B0B26E'])
  })

  it('reads 37 bits, whose parities both count the one in the middle', () => {
    const card = 0x5_dead_beefn
    const data = card.toString(2).padStart(35, '0')
    const ones = (text: string) => text.replaceAll('0', '').length
    const even = ones(data.slice(0, 18)) % 2
    const odd = 1 - (ones(data.slice(17)) % 2)
    expect(cardOf(bitsOf(`${even}${data}${odd}`), FORMATS)).toBe('5DEADBEEF')
    expect(cardOf(bitsOf(`${1 - even}${data}${odd}`), FORMATS)).toBeNull()
    expect(cardOf(bitsOf(`${even}${data}${1 - odd}`), FORMATS)).toBeNull()
  })

  it('takes parity masks, and leaves out every bit that is a parity', () => {
    // H5XXXX of HID, «Corporate 1000»: 35 bits.
    const format = {
      bits: 35,
      even: ['.Pxx.xx.xx.xx.xx.xx.xx.xx.xx.xx.xx.'],
      odd: [`${'..xx.xx.xx.xx.xx.xx.xx.xx.xx.xx.xx'}P`, `P${'x'.repeat(34)}`],
    }
    const all = [...format.even, ...format.odd]
    expect(all.map((mask) => maskFault(mask, 35))).toEqual([null, null, null])
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Bit>(0, 1), { minLength: 35, maxLength: 35 }),
        (data) => {
          const bits = [...data]
          const odd = (mask: string) =>
            bits.filter((bit, i) => bit === 1 && mask[i] === 'x').length % 2
          bits[1] = odd(all[0] ?? '') === 1 ? 1 : 0
          bits[34] = odd(all[1] ?? '') === 1 ? 0 : 1
          bits[0] = odd(all[2] ?? '') === 1 ? 0 : 1
          const card = cardOf(bits, [format])
          expect(card).toBe(
            BigInt(`0b${bits.slice(2, 34).join('')}`)
              .toString(16)
              .toUpperCase()
              .padStart(8, '0'),
          )
          for (const at of bits.keys()) expect(cardOf(flipped(bits, at), [format])).toBeNull()
        },
      ),
    )
  })

  it('takes no other length, and no frame with a bit that changed', () => {
    const card = fc.oneof(
      ...[6, 8].map((length) =>
        fc.nat().map((n) => n.toString(16).padStart(length, '0').slice(-length)),
      ),
    )
    fc.assert(
      fc.property(card, (hex) => {
        const bits = frameBits(hex)
        expect(cardOf(bits, FORMATS)).toBe(hex.toUpperCase())
        for (const at of bits.keys()) {
          expect(cardOf(flipped(bits, at), FORMATS)).toBeNull()
          expect(cardOf(bits.toSpliced(at, 1), FORMATS)).toBeNull()
          expect(cardOf(bits.toSpliced(at, 0, bits[at] ?? 0), FORMATS)).toBeNull()
        }
      }),
    )
  })
})

it('says what is wrong with a mask', () => {
  expect(maskFault('Pxx.', 4)).toBeNull()
  expect(maskFault('Pxx', 4)).toContain('4 caracteres')
  for (const mask of ['xxxx', 'PPxx', 'Pxy.']) expect(maskFault(mask, 4)).toContain('una P')
})
