// Frames of Chafon's UHFReader09/18 as their manuals print them, and of UHFEx10 by its fields.
import { describe, expect, it } from 'vitest'
import { checkFraming, cutFrames, hex } from '../../testing/framing-checks.ts'
import { reflectedCrc16 } from '../device/crc16.ts'
import { CHAFON_SHAPE, chafonFrame } from './frame.ts'
import { chafonTags, type ChafonVariant } from './tags.ts'

const ONE_TAG = hex('13 00 0F 01 01 0C E2 84 36 11 00 00 10 00 09 49 44 AA DA FF')
const UNASKED = hex('14 00 EE 00 01 0C E2 84 36 11 00 00 10 00 09 49 44 AA C8 F1 38')
const BARE = hex('11 00 EE 00 E2 84 36 11 00 00 10 00 09 49 44 AA 9A CC')
const NO_TAG = hex('05 00 01 FB F2 3D')
const WORK_MODE = hex('11 00 36 00 00 1E 0A 0F 01 02 04 02 06 00 00 00 A6 66')
const EPC = 'E284361100001000094944AA'

describe('frames', () => {
  it('are cut whole, split, joined and after garbage, and refused with any bit wrong', () => {
    checkFraming(CHAFON_SHAPE, [ONE_TAG, NO_TAG, WORK_MODE, UNASKED, BARE])
  })

  it.each([
    ['inventory', '04 00 01 DB 4B', 0x01, []],
    ['single inventory', '04 00 0F A5 A2', 0x0f, []],
    ['reader info', '04 00 21 D9 6A', 0x21, []],
    ['scan time', '05 00 25 14 58 66', 0x25, [0x14]],
    ['work mode', '04 00 36 E7 0E', 0x36, []],
    ['answer mode', '0A 00 35 00 02 04 02 06 00 CD 09', 0x35, [0, 2, 4, 2, 6, 0]],
    ['start of real time', '05 00 76 01 EB D8', 0x76, [1]],
    ['end of real time', '05 00 76 00 62 C9', 0x76, [0]],
  ])('of the command %s are those of the manual', (_, bytes, command, data) => {
    expect(chafonFrame(0, command, data)).toEqual(hex(bytes))
    expect(reflectedCrc16(hex(bytes), 0, hex(bytes).length)).toBe(0)
  })

  it('end no other frame when their length lies', () => {
    for (let length = 0; length < 256; length++) {
      const lying = Buffer.from([length, 0, 0x0f])
      const { frames } = cutFrames(CHAFON_SHAPE, [lying, ONE_TAG, Buffer.alloc(512)])
      expect(frames).toHaveLength(1)
    }
  })
})

describe('tags', () => {
  const tagsOf = (bytes: Buffer, variant: ChafonVariant) =>
    cutFrames(CHAFON_SHAPE, [bytes]).frames.map((frame) => chafonTags(frame, variant))

  it('are listed by old firmware without antenna and RSSI', () => {
    expect(tagsOf(ONE_TAG, 'old')).toEqual([[{ uid: EPC }]])
    const two = chafonFrame(0, 0x01, [3, 2, 2, 0xab, 0xcd, 4, 1, 2, 3, 4])
    expect(tagsOf(two, 'old')).toEqual([[{ uid: 'ABCD' }, { uid: '01020304' }]])
  })

  it('are listed by new firmware with the antenna as a bit, and dBm where it is one', () => {
    const two = chafonFrame(0, 0x01, [1, 4, 2, 2, 0xab, 0xcd, 0xc4, 2, 1, 2, 0x38])
    expect(tagsOf(two, 'new')).toEqual([
      [
        { uid: 'ABCD', antenna: 3, rssi: -60 },
        { uid: '0102', antenna: 3, rssi: undefined },
      ],
    ])
    expect(tagsOf(UNASKED, 'new')).toEqual([[{ uid: EPC, antenna: 1, rssi: -56 }]])
  })

  it('are told bare by old firmware in active mode, in whole words', () => {
    expect(tagsOf(BARE, 'old')).toEqual([[{ uid: 'E284361100001000094944AA' }]])
    expect(tagsOf(BARE, 'new')).toEqual([null])
    expect(tagsOf(UNASKED, 'old')).toEqual([null])
    expect(tagsOf(chafonFrame(0, 0xee, [0]), 'old')).toEqual([null])
    expect(tagsOf(chafonFrame(0, 0xee, [0, ...Array<number>(64).fill(1)]), 'old')).toEqual([null])
  })

  it('are none where nothing was found, and in a heartbeat', () => {
    expect(tagsOf(NO_TAG, 'old')).toEqual([[]])
    expect(tagsOf(chafonFrame(0, 0xee, [0x28, 0]), 'new')).toEqual([[]])
    expect(tagsOf(WORK_MODE, 'old')).toEqual([[]])
  })

  it('are not made up from an answer of the other firmware', () => {
    expect(tagsOf(ONE_TAG, 'new')).toEqual([null])
    expect(tagsOf(chafonFrame(0, 0x01, [1, 4, 1, 2, 0xab, 0xcd, 0xc4]), 'old')).toEqual([null])
  })

  it('are not made up from lengths that lie', () => {
    for (let length = 0; length < 256; length++) {
      if (length === 4) continue
      expect(tagsOf(chafonFrame(0, 0x01, [1, 1, length, 1, 2, 3, 4]), 'old')).toEqual([null])
    }
    expect(tagsOf(chafonFrame(0, 0x01, [1, 2, 4, 1, 2, 3, 4]), 'old')).toEqual([null])
  })
})
