// Frames of an IND903 (Impinj R2000) as the public documents of its boards print them.
import { describe, expect, it } from 'vitest'
import { checkFraming, cutFrames, hex } from '../../testing/framing-checks.ts'
import { A0_SHAPE, a0Frame } from './frame.ts'
import { readInventoryFrame } from './inventory.ts'

const TAG = hex('A0 13 01 89 8C 30 00 30 08 33 B2 DD D9 01 40 00 00 00 01 37 BB')
const END = hex('A0 0A 01 89 00 00 11 00 00 00 05 B6')
const VERSION = hex('A0 05 01 72 01 09 DE')
const ANTENNA_SET = hex('A0 04 01 74 10 D7')

describe('frames', () => {
  it('are cut whole, split, joined and after garbage, and refused with any bit wrong', () => {
    checkFraming(A0_SHAPE, [TAG, END, VERSION, ANTENNA_SET])
  })

  it.each([
    ['version', 'A0 03 01 72 EA', 0x72, []],
    ['antenna 1', 'A0 04 01 74 00 E7', 0x74, [0]],
    ['start', 'A0 04 01 89 01 D1', 0x89, [1]],
  ])('of the command %s are those of the document', (_, bytes, command, data) => {
    expect(a0Frame(1, command, data)).toEqual(hex(bytes))
  })

  it('end no other frame when their length lies', () => {
    for (let length = 0; length < 256; length++) {
      const lying = Buffer.from([0xa0, length, 0x01, 0x89])
      const { frames } = cutFrames(A0_SHAPE, [lying, TAG, Buffer.alloc(514)])
      expect(frames).toEqual(cutFrames(A0_SHAPE, [TAG]).frames)
    }
  })

  it('are none with the check that a circulating example has', () => {
    expect(cutFrames(A0_SHAPE, [hex('A0 0A 01 89 00 00 1D 00 00 00 01 BC')]).frames).toEqual([])
  })
})

describe('a frame of the inventory', () => {
  const read = (bytes: Buffer) =>
    cutFrames(A0_SHAPE, [bytes]).frames.map((frame) => readInventoryFrame(frame))
  const tag = (freqAnt: number, pc: number, epc: number[], rssi: number) =>
    a0Frame(1, 0x89, [freqAnt, pc >> 8, pc & 0xff, ...epc, rssi])

  it('is a tag with its antenna and RSSI', () => {
    expect(read(TAG)).toEqual([{ tag: { uid: '300833B2DDD9014000000001', antenna: 1, rssi: -74 } }])
    expect(read(tag(0x8f, 0x0800, [0xab, 0xcd], 98))).toEqual([
      { tag: { uid: 'ABCD', antenna: 4, rssi: -31 } },
    ])
    expect(read(tag(0, 0x0800, [0xab, 0xcd], 99))).toEqual([
      { tag: { uid: 'ABCD', antenna: 1, rssi: undefined } },
    ])
  })

  it('is the end of the round, or its fault', () => {
    expect(read(END)).toEqual([{ end: true }])
    expect(read(a0Frame(1, 0x89, [0x22]))).toEqual([{ fault: 0x22 }])
  })

  it('is none when its PC tells another length, or it answers something else', () => {
    for (let words = 0; words < 32; words++) {
      const frames = read(tag(0, words << 11, [1, 2, 3, 4], 50))
      expect(frames).toHaveLength(words === 2 ? 1 : 0)
    }
    expect(read(a0Frame(1, 0x89))).toEqual([])
    expect(read(VERSION)).toEqual([null])
  })
})
