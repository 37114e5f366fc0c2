// Frames of an RDM6300 (Stack Overflow 11848921, Seeed's wiki), of an ID-12LA made of the same card
// (datasheet: CR LF before ETX), and of a Mifare/EM desktop reader (its seller's page).
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ResyncFramer } from '../device/resync-framer.ts'
import { stxShape } from './stx-shape.ts'

const RDM6300 = Buffer.from('0233433030434537353443434203', 'hex')
const SEEED = Buffer.from('\x0262E3086CED08\x03', 'latin1')
const ID12LA = Buffer.from('\x023C00CE754CCB\r\n\x03', 'latin1')
const DESKTOP = Buffer.from('020A0206008E6D5DB003', 'hex')
const GOOD = [RDM6300, SEEED, ID12LA, DESKTOP]
const CARDS = ['3C00CE754C', '62E3086CED', '3C00CE754C', '06008E6D5D']

function parse(...chunks: Uint8Array[]) {
  const cards: string[] = []
  let noise = 0
  const output = { onFrame: (card: string) => cards.push(card), onNoise: () => noise++ }
  const framer = new ResyncFramer(stxShape, output)
  for (const chunk of chunks) framer.push(chunk)
  return { cards, noise }
}

describe('a frame of a card between STX and ETX', () => {
  it('is read whole, joined to others, and cut at every byte', () => {
    expect(GOOD.flatMap((frame) => parse(frame).cards)).toEqual(CARDS)
    const joined = Buffer.concat(GOOD)
    for (let cut = 0; cut <= joined.length; cut++) {
      const parts = parse(joined.subarray(0, cut), joined.subarray(cut))
      expect(parts).toEqual({ cards: CARDS, noise: 0 })
    }
    expect(parse(...[...joined].map((byte) => Buffer.of(byte))).cards).toEqual(CARDS)
  })

  it('is no frame with any bit wrong, and the next one is read', () => {
    for (const frame of GOOD) {
      for (let bit = 0; bit < frame.length * 8; bit++) {
        const broken = Buffer.from(frame)
        broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        // A hex digit in the other case says the same.
        const same = parse(broken).cards.join() === parse(frame).cards.join()
        const found = parse(broken, SEEED).cards
        expect(found.at(-1)).toBe('62E3086CED')
        expect(found).toHaveLength(same ? 2 : 1)
      }
    }
  })

  it('has an XOR for a check, and no sum as one sketch in circulation', () => {
    expect(parse(Buffer.from('\x022E00AF0EC9B4\x03', 'latin1'))).toEqual({ cards: [], noise: 1 })
    expect(parse(Buffer.from('\x022E00AF0EC946\x03', 'latin1')).cards).toEqual(['2E00AF0EC9'])
  })

  it('is read after any garbage, inside of what began as another, and after a length that lies', () => {
    const lies = [9, 12, 15, 16, 255].map((length) => Buffer.of(2, length))
    for (const lie of lies) {
      const filler = Buffer.alloc(16, 9)
      expect(parse(lie, ...GOOD, filler).cards).toEqual(CARDS)
    }
    expect(parse(ID12LA.subarray(0, 9), ...GOOD).cards).toEqual(CARDS)
    const garbage = fc.array(fc.uint8Array({ maxLength: 40 }))
    fc.assert(
      fc.property(garbage, fc.constantFrom(...GOOD), (chunks, frame) => {
        const { cards, noise } = parse(...chunks, Buffer.alloc(16, 9), frame)
        expect(cards.at(-1)).toBe(parse(frame).cards[0])
        expect(noise).toBeGreaterThan(0)
      }),
      { numRuns: runs(100) },
    )
  })
})
