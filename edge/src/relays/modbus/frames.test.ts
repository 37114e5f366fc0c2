import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  coilsOf,
  coilsRequest,
  type Framing,
  offRequest,
  pulseRequest,
  rtuFraming,
  tcpFraming,
} from './frames.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const send = (pdu: Buffer, unit = 1) => ({ unit, transaction: 7, pdu })

/** DEVELOPING.md, section A8, names where they stand. */
describe('the frames of a Waveshare board', () => {
  it.each([
    ['relay 1 off', offRequest(0), '01 05 00 00 00 00 CD CA'],
    ['relay 2 off', offRequest(1), '01 05 00 01 00 00 9C 0A'],
    ['relay 1 on for 700 ms', pulseRequest(0, 7), '01 05 02 00 00 07 8D B0'],
    ['the states of 8 relays', coilsRequest(8), '01 01 00 00 00 08 3D CC'],
  ])('%s', (_, pdu, frame) => {
    expect(rtuFraming.encode(send(pdu))).toEqual(hex(frame))
  })

  it('over TCP have its header in place of the checksum', () => {
    const encoded = tcpFraming.encode(send(pulseRequest(0, 7)))
    expect(encoded).toEqual(hex('00 07 00 00 00 06 01 05 02 00 00 07'))
  })

  it('tell which relays are on', () => {
    const heard = rtuFraming.hear(hex('01 01 01 05 91 8B'), send(coilsRequest(8)))
    expect(heard).toEqual({ answer: hex('01 01 05') })
    expect(coilsOf(hex('01 01 05'), 8)).toEqual([
      true,
      false,
      true,
      ...Array<boolean>(5).fill(false),
    ])
    expect(coilsOf(hex('01 02 00 01'), 9).at(-1)).toBe(true)
  })
})

const both: [string, Framing][] = [
  ['RTU', rtuFraming],
  ['TCP', tcpFraming],
]

describe.each(both)('an answer by %s', (_, framing) => {
  const pulse = send(pulseRequest(3, 50))
  const frame = framing.encode(pulse)

  it('to a write is its own request alone', () => {
    expect(framing.hear(frame, pulse)).toEqual({ answer: pulse.pdu })
    for (const pdu of [pulseRequest(3, 51), pulseRequest(2, 50), offRequest(3)]) {
      expect(framing.hear(framing.encode(send(pdu)), pulse)).toBeNull()
    }
  })

  it('is nothing while a byte is missing, and not one with a byte that is wrong', () => {
    for (let length = 0; length < frame.length; length++) {
      expect(framing.hear(frame.subarray(0, length), pulse)).toBeNull()
    }
    fc.assert(
      fc.property(fc.nat(frame.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = Buffer.from(frame)
        damaged[at] = (damaged[at] ?? 0) ^ flip
        expect(framing.hear(damaged, pulse)).toBeNull()
      }),
    )
  })

  it('of an exception says which', () => {
    const refusal = framing.encode(send(Buffer.of(0x85, 2)))
    expect(framing.hear(refusal, pulse)).toEqual({ exception: 2 })
    expect(framing.hear(framing.encode(send(Buffer.of(0x81, 2))), pulse)).toBeNull()
  })

  it('of another unit is none, but says whose it is', () => {
    const other = framing.encode(send(pulse.pdu, 9))
    expect(framing.hear(other, pulse)).toBeNull()
    expect(framing.otherUnit(other, pulse)).toBe(9)
    expect(framing.otherUnit(frame, pulse)).toBeNull()
  })

  it('is taken out of whatever bytes without a throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(() => framing.hear(Buffer.from(bytes), send(coilsRequest(8)))).not.toThrow()
        expect(() => framing.otherUnit(Buffer.from(bytes), pulse)).not.toThrow()
      }),
    )
  })
})

it('noise before an answer by RTU is passed over, as a bus makes it when its drivers switch', () => {
  const off = send(offRequest(0))
  const noisy = Buffer.concat([hex('00 FF 01 05'), rtuFraming.encode(off), hex('00')])
  expect(rtuFraming.hear(noisy, off)).toEqual({ answer: off.pdu })
})

it('a late answer by TCP is not the next one’s', () => {
  const off = send(offRequest(0))
  const late = tcpFraming.encode({ ...off, transaction: 6 })
  expect(tcpFraming.hear(late, off)).toBeNull()
  expect(tcpFraming.hear(Buffer.concat([late, tcpFraming.encode(off)]), off)).not.toBeNull()
})
