import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeEdges } from '../../gpio/uapi.ts'
import { frameBits, pulseBytes, WIEGAND_PINS } from '../../testing/emulators/wiegand.ts'
import { CARD_FORMATS, CardReader } from './card-format.ts'
import { type Bit, type Frame, type Pulse, PulseFrames } from './frames.ts'

const cards = new CardReader(Object.values(CARD_FORMATS))
const OPENED = 1000

/** The pulses of frames, `apart` ms from each other with a rest of 60 between frames. */
function pulsesOf(
  frames: readonly (readonly Bit[])[],
  { apart = 1, from = OPENED + 50 } = {},
): Pulse[] {
  let at = from
  let seq = 0
  return frames.flatMap((bits) => {
    const pulses = bits.map((bit, i) => ({ bit, at: at + i * apart, seq: ++seq }))
    at += bits.length * apart + 60
    return pulses
  })
}

/** Lines whose pulses come as the bytes of the kernel's events. */
class ReadLines {
  readonly frames: Frame[] = []
  readonly #cutter = new PulseFrames(OPENED, (frame) => this.frames.push(frame))

  take(pulses: readonly Pulse[]): void {
    const bytes = Buffer.concat(pulses.map((one) => pulseBytes(one)))
    for (const { offset, at, seq } of decodeEdges(bytes)) {
      this.#cutter.push({ bit: offset === WIEGAND_PINS.d1 ? 1 : 0, at, seq })
    }
  }

  end(): Frame[] {
    this.#cutter.rest(Number.POSITIVE_INFINITY)
    return this.frames
  }
}

function framesIn(pulses: readonly Pulse[]): Frame[] {
  const lines = new ReadLines()
  lines.take(pulses)
  return lines.end()
}

const cardsOf = (frames: readonly Frame[]) =>
  frames.flatMap(({ bits, fault }) => (fault === null ? (cards.cardOf(bits) ?? []) : []))
const cardsIn = (pulses: readonly Pulse[]) => cardsOf(framesIn(pulses))
const faultsIn = (pulses: readonly Pulse[]) => framesIn(pulses).map(({ fault }) => fault)

const CARD = frameBits('8B1C3D')
const hex = fc.oneof(
  fc.integer({ min: 0, max: 0xff_ffff }).map((n) => n.toString(16).toUpperCase().padStart(6, '0')),
  fc
    .integer({ min: 0, max: 0xffff_ffff })
    .map((n) => n.toString(16).toUpperCase().padStart(8, '0')),
)

describe('frames of pulses', () => {
  it('are those of the wires, however fast the reader is within its bounds', () => {
    for (const apart of [0.2, 1, 2, 20]) {
      expect(cardsIn(pulsesOf([CARD, frameBits('00CE754C'), CARD], { apart }))).toEqual([
        '8B1C3D',
        '00CE754C',
        '8B1C3D',
      ])
    }
  })

  it('are put in order by the numbers of the pulses, of which two lines come in none', () => {
    const pulses = pulsesOf([CARD])
    const ofLine = (line: Bit) => pulses.filter(({ bit }) => bit === line)
    expect(cardsIn([...ofLine(1), ...ofLine(0)])).toEqual(['8B1C3D'])
  })

  it('go on over the end of the 32 bits of their numbers', () => {
    const wrap = (pulse: Pulse) => ({ ...pulse, seq: (pulse.seq + 2 ** 32 - 10) % 2 ** 32 })
    expect(cardsIn(pulsesOf([CARD, CARD]).map(wrap))).toEqual(['8B1C3D', '8B1C3D'])
  })

  it('are no card when one was under way as the lines were opened', () => {
    // The last 26 of 34 bits, with parities that hold.
    const tail = pulsesOf([[...CARD.slice(0, 8), ...CARD], CARD], { from: OPENED - 8 }).slice(8)
    expect(faultsIn(tail)).toEqual(['cut', null])
    expect(cardsIn(tail)).toEqual(['8B1C3D'])
  })

  it('are none where the kernel dropped pulses, before the frame or in it', () => {
    const pulses = pulsesOf([CARD, CARD, CARD, CARD])
    const without = (from: number, to: number) =>
      pulses.filter(({ seq }) => seq <= from || seq > to)
    expect(faultsIn(without(26, 30))).toEqual([null, 'lost', null, null])
    expect(faultsIn(without(30, 34))).toEqual([null, 'lost', null, null])
    expect(faultsIn(without(50, 60))).toEqual([null, null, 'lost', null])
    expect(cardsIn(without(50, 60))).toHaveLength(2)
    expect(faultsIn(without(26, 52))).toEqual([null, 'lost', null])
  })

  it('are one burst where no rest comes, and read again after one', () => {
    const noise = Array.from({ length: 5000 }, (_, i): Bit => (i % 3 === 0 ? 1 : 0))
    expect(faultsIn(pulsesOf([noise, CARD], { apart: 0.5 }))).toEqual(['burst', null])
  })

  it('are the cards that were sent and no other, whatever happened to a pulse of each', () => {
    const card = fc.record({ hex, damage: fc.constantFrom('none', ...DAMAGES), where: fc.nat() })
    const many = fc.array(card, { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(many, fc.constantFrom(0.2, 1, 2), (sent, apart) => {
        const line = new Line(apart)
        for (const { hex: card, damage, where } of sent) line.send(frameBits(card), damage, where)
        const good = sent.filter(({ damage }) => damage === 'none')
        expect(cardsIn(line.pulses)).toEqual(good.map((one) => one.hex))
      }),
      { numRuns: 3000 },
    )
  })

  it('in 10,000 cards, of which one in four is damaged, no wrong one and no good one missed', () => {
    const line = new Line(1)
    const lines = new ReadLines()
    const sent: string[] = []
    const read: string[] = []
    for (let n = 0; n < 10_000; n++) {
      const card = ((n * 2_654_435_761) % 2 ** 32).toString(16).toUpperCase().padStart(8, '0')
      const own = n % 2 === 0 ? card : card.slice(2)
      const damage = n % 4 === 3 ? DAMAGES[(n >> 2) % DAMAGES.length] : 'none'
      line.send(frameBits(own), damage ?? 'none', n)
      if (damage === 'none') sent.push(own)
      lines.take(line.pulses.splice(0))
      read.push(...cardsOf(lines.frames.splice(0)))
    }
    read.push(...cardsOf(lines.end()))
    expect(sent).toHaveLength(7500)
    expect(read.length).toBe(sent.length)
    expect(read.every((card, i) => card === sent[i])).toBe(true)
  })
})

/**
 * What can happen to one pulse: it is lost before the kernel numbers it, or after; it comes twice, or
 * once more by bouncing; its interrupt and the next one are served late, in the wrong order; it comes by
 * the other line.
 */
const DAMAGES = ['unseen', 'dropped', 'doubled', 'bounced', 'swapped', 'other line'] as const

/** The pulses of frames, one of each damaged. */
class Line {
  readonly pulses: Pulse[] = []
  readonly #apart: number
  #at = OPENED + 50
  #seq = 0

  constructor(apart: number) {
    this.#apart = apart
  }

  send(bits: readonly Bit[], damage: (typeof DAMAGES)[number] | 'none', where: number): void {
    // A pulse that the kernel drops as a frame ends is missed at the beginning of the next.
    const hurt = where % (bits.length - 1)
    for (const [i, bit] of bits.entries()) {
      if (i !== hurt || damage === 'none') this.#pulse(bit, this.#at)
      else this.#damage(bit, bits[i + 1] ?? 0, damage)
      this.#at += this.#apart
    }
    this.#at += 60
  }

  #damage(bit: Bit, following: Bit, damage: (typeof DAMAGES)[number]): void {
    switch (damage) {
      case 'unseen':
        return
      case 'dropped':
        this.#seq++
        return
      case 'doubled':
        this.#pulse(bit, this.#at)
        this.#pulse(bit, this.#at + this.#apart * 0.7)
        return
      case 'bounced':
        this.#pulse(bit, this.#at)
        this.#pulse(bit, this.#at + 0.02)
        return
      case 'swapped':
        // The next pulse's interrupt just before this one's, and another pulse in its place.
        this.#pulse(following, this.#at + this.#apart - 0.01)
        this.#pulse(bit, this.#at + this.#apart - 0.005)
        return
      case 'other line':
        this.#pulse(bit === 1 ? 0 : 1, this.#at)
    }
  }

  #pulse(bit: Bit, at: number): void {
    this.pulses.push({ bit, at, seq: ++this.#seq })
  }
}
