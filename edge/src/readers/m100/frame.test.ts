// Frames of YRM100, R200 and JRD-4035 from the tests of M5Stack's unit (MIT), from makers' manuals,
// and one of an R200 with the other delimiters. Sums and CRC were calculated again.
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ResyncFramer } from '../device/resync-framer.ts'
import { Command, encodeM100, FrameType, type Framing, m100Shape, type M100Frame } from './frame.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

const NOTICE = hex('BB 02 22 00 11 C9 34 00 30 75 1F EB 70 5C 59 04 E3 D5 0D 70 3A 76 EF 7E')
const TAG = { epc: '30751FEB705C5904E3D50D70', rssi: -55 }
const NO_TAG = hex('BB 01 FF 00 01 15 16 7E')
const STOPPED = hex('BB 01 28 00 01 00 2A 7E')

function parse(chunks: readonly Uint8Array[], framing: Framing = 'bb-7e') {
  const frames: M100Frame[] = []
  let noise = 0
  const framer = new ResyncFramer(m100Shape(framing), {
    onFrame: (frame) => frames.push(frame),
    onNoise: () => noise++,
  })
  for (const chunk of chunks) framer.push(chunk)
  return { frames, noise, tags: frames.flatMap(({ tag }) => tag ?? []) }
}

describe('encodeM100', () => {
  it.each([
    ['hardware version', Command.VERSION, [0], 'BB 00 03 00 01 00 04 7E'],
    ['single poll', Command.SINGLE_POLL, [], 'BB 00 22 00 00 22 7E'],
    ['multi poll', Command.MULTI_POLL, [0x22, 0x27, 0x10], 'BB 00 27 00 03 22 27 10 83 7E'],
    ['stop', Command.STOP, [], 'BB 00 28 00 00 28 7E'],
    ['region US', Command.REGION, [2], 'BB 00 07 00 01 02 0A 7E'],
    ['power 20 dBm', Command.POWER, [0x07, 0xd0], 'BB 00 B6 00 02 07 D0 8F 7E'],
  ])('writes %s as the manual does', (_, command, params, frame) => {
    expect(encodeM100('bb-7e', { type: FrameType.COMMAND, command, params })).toEqual(hex(frame))
  })

  it('writes the other delimiters around the same', () => {
    const frame = { type: FrameType.COMMAND, command: Command.REGION, params: [4, 2, 5] }
    expect(encodeM100('aa-dd', frame)).toEqual(hex('AA 00 07 00 03 04 02 05 15 DD'))
  })
})

describe('m100Shape', () => {
  const all = Buffer.concat([NOTICE, NO_TAG, STOPPED, NOTICE])
  const read = parse([all])

  it('reads a tag, an error and an answer', () => {
    expect(read).toMatchObject({ noise: 0, tags: [TAG, TAG] })
    expect(read.frames.slice(1, 3)).toEqual([
      { type: FrameType.ANSWER, command: Command.ERROR, tag: null, params: Uint8Array.of(0x15) },
      { type: FrameType.ANSWER, command: Command.STOP, tag: null, params: Uint8Array.of(0) },
    ])
  })

  it('reads the same wherever the bytes are cut', () => {
    for (let cut = 0; cut <= all.length; cut++) {
      expect(parse([all.subarray(0, cut), all.subarray(cut)])).toEqual(read)
    }
    expect(parse([...all].map((byte) => Buffer.of(byte)))).toEqual(read)
  })

  it('reads the frames of the other delimiters, and of those alone', () => {
    const frame = encodeM100('aa-dd', { type: 2, command: 0x22, params: NOTICE.subarray(5, -2) })
    expect(parse([NOTICE, frame, NO_TAG, frame], 'aa-dd').tags).toEqual([TAG, TAG])
  })

  it('takes no tag with a bit wrong, and reads the one behind it', () => {
    for (let bit = 0; bit < NOTICE.length * 8; bit++) {
      const broken = Buffer.from(NOTICE)
      broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(parse([broken, NOTICE, Buffer.alloc(256)]).tags).toEqual([TAG])
    }
  })

  it('takes no tag whose own CRC or length is wrong although the sum is right', () => {
    const params = NOTICE.subarray(5, -2)
    const broken = (at: number, value: number) => {
      const wrong = Uint8Array.from(params)
      wrong[at] = value
      return encodeM100('bb-7e', { type: FrameType.NOTICE, command: 0x22, params: wrong })
    }
    const frames = [broken(5, 0), broken(1, 0x2c), broken(params.length - 1, 0)]
    expect(parse(frames)).toMatchObject({ tags: [], noise: 0, frames: [{}, {}, {}] })
  })

  it('takes no example with a sum that is wrong, as one in circulation is', () => {
    const text = Buffer.from('M100 26dBm V1.0')
    const frame = (check: number) =>
      Buffer.concat([hex('BB 01 03 00 10 00'), text, Buffer.of(check, 0x7e)])
    expect(parse([frame(0x22)]).frames).toEqual([])
    expect(parse([frame(0x92)]).frames).toHaveLength(1)
  })

  it('reads every tag between any garbage, also with headers and lengths that lie', () => {
    const lie = fc.constantFrom(hex('BB 02 22 00 7F'), hex('BB'), hex('BB 01 FF FF FF'), hex('7E'))
    const piece = fc.oneof(lie, fc.uint8Array({ maxLength: 60 }), fc.constant(null))
    fc.assert(
      fc.property(fc.array(piece), fc.array(fc.nat(90)), (pieces, cuts) => {
        // Zeros end what a lie has begun, before the tag that is counted.
        const bytes = Buffer.concat(pieces.flatMap((one) => one ?? [Buffer.alloc(135), NOTICE]))
        const chunks: Uint8Array[] = []
        let at = 0
        for (const cut of cuts) chunks.push(bytes.subarray(at, (at += cut)))
        chunks.push(bytes.subarray(at), Buffer.alloc(135))
        expect(parse(chunks).tags).toEqual(pieces.filter((one) => one === null).map(() => TAG))
      }),
      { numRuns: runs(200) },
    )
  })
})
