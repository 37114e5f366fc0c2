// Frames of an EM-18: "4500C5D1E9B8" stands on cparkb2c.in's page of the module.
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BareParser } from './bare-parser.ts'

const FRAME = Buffer.from('4500C5D1E9B8')
const OTHER = Buffer.from('3C00CE754CCB')
const CARDS = ['4500C5D1E9', '3C00CE754C']
const SILENCE = null

function parse(...chunks: (Uint8Array | typeof SILENCE)[]) {
  const cards: string[] = []
  let noise = 0
  const parser = new BareParser({
    onFrame: (card) => cards.push(card),
    onNoise: () => noise++,
  })
  for (const chunk of chunks) {
    if (chunk === SILENCE) parser.reset()
    else parser.push(chunk)
  }
  return { cards, noise }
}

describe('a frame with nothing around it', () => {
  it('is read whole, joined to another, and cut at every byte', () => {
    const joined = Buffer.concat([FRAME, OTHER])
    for (let cut = 0; cut <= joined.length; cut++) {
      const parts = parse(joined.subarray(0, cut), joined.subarray(cut))
      expect(parts).toEqual({ cards: CARDS, noise: 0 })
    }
  })

  it('is read with line ends between, which some boards print', () => {
    const lines = Buffer.concat([FRAME, Buffer.from('\r\n'), OTHER, Buffer.from('\r\n')])
    expect(parse(lines)).toEqual({ cards: CARDS, noise: 0 })
  })

  it('is none with a digit wrong, and all is dropped until it is silent', () => {
    for (let at = 0; at < FRAME.length; at++) {
      for (const wrong of ['\xff', 'G', FRAME[at] === 0x37 ? '8' : '7']) {
        const broken = Buffer.from(FRAME)
        broken.write(wrong, at, 'latin1')
        expect(parse(broken, FRAME, SILENCE, OTHER)).toEqual({ cards: ['3C00CE754C'], noise: 1 })
      }
    }
  })

  it('never becomes the card of a rotated frame, whatever was lost before the silence', () => {
    for (let lost = 1; lost < FRAME.length; lost++) {
      const rest = FRAME.subarray(lost)
      expect(parse(rest, SILENCE, FRAME, FRAME).cards).toEqual(['4500C5D1E9', '4500C5D1E9'])
    }
  })

  it('is read after any garbage and silence', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (garbage) => {
        expect(parse(...garbage, SILENCE, FRAME).cards.at(-1)).toBe('4500C5D1E9')
      }),
      { numRuns: runs(100) },
    )
  })
})
