import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type FrameShape, ResyncFramer } from './resync-framer.ts'

/** 0x01, length of the text, text, sum of the text. */
const shape: FrameShape<string> = {
  maxBytes: 40,
  measure(bytes, from, to) {
    if (bytes[from] !== 1) return -1
    if (to - from < 2) return 0
    const length = bytes[from + 1] ?? 0
    if (length === 0 || length > 37) return -1
    if (to - from < length + 3) return 0
    return bytes[from + length + 2] === sum(bytes.subarray(from + 2, from + 2 + length))
      ? length + 3
      : -1
  },
  decode: (bytes) => bytes.toString('latin1', 2, bytes.length - 1),
}
const sum = (bytes: Uint8Array) => bytes.reduce((a, b) => (a + b) % 256, 0)
const frameOf = (text: Uint8Array) => Buffer.from([1, text.length, ...text, sum(text)])

function parse(chunks: readonly Uint8Array[]) {
  const frames: string[] = []
  let noise = 0
  const framer = new ResyncFramer(shape, {
    onFrame: (frame) => frames.push(frame),
    onNoise: () => noise++,
  })
  for (const chunk of chunks) framer.push(chunk)
  return { frames, noise, framer }
}

const text = fc.uint8Array({ minLength: 1, maxLength: 37, min: 2 })

it('finds every frame between any garbage, wherever the chunks are cut', () => {
  const garbage = fc.uint8Array({ maxLength: 60, min: 2 })
  const piece = fc.oneof(
    text.map((bytes) => ({ bytes: frameOf(bytes), frame: Buffer.from(bytes).toString('latin1') })),
    garbage.map((bytes) => ({ bytes: Buffer.from(bytes), frame: null })),
  )
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat(50)), (pieces, cuts) => {
      const all = Buffer.concat(pieces.map(({ bytes }) => bytes))
      const chunks: Uint8Array[] = []
      let at = 0
      for (const cut of cuts) chunks.push(all.subarray(at, (at += cut)))
      chunks.push(all.subarray(at))
      const wanted = pieces.map(({ frame }) => frame).filter((frame) => frame !== null)
      expect(parse(chunks).frames).toEqual(wanted)
    }),
    { numRuns: runs(200) },
  )
})

it('finds a frame in what began as a longer one, once that is known to be none', () => {
  const inner = frameOf(Buffer.from('TAG'))
  const lying = Buffer.concat([Buffer.from([1, 37]), inner, Buffer.alloc(40, 9)])
  expect(parse([lying])).toMatchObject({ frames: ['TAG'], noise: 2 })
})

it('finds a frame in what began as a longer one, when the rest of that does not come', () => {
  const { frames, framer } = parse([Buffer.from([1, 37]), frameOf(Buffer.from('TAG'))])
  expect(frames).toEqual([])
  framer.idle()
  expect(frames).toEqual(['TAG'])
  framer.push(frameOf(Buffer.from('NEXT')))
  expect(frames).toEqual(['TAG', 'NEXT'])
})

it('tells a run of garbage once, and forgets what is unfinished', () => {
  const { frames, noise, framer } = parse([Buffer.alloc(1000, 7)])
  expect({ frames, noise }).toEqual({ frames: [], noise: 1 })
  framer.push(frameOf(Buffer.from('LOST')).subarray(0, 4))
  framer.reset()
  framer.push(frameOf(Buffer.from('KEPT')))
  expect(frames).toEqual(['KEPT'])
})

it.each([0, -1, 513, 65_536, Number.NaN])('holds no frames of up to %d bytes', (maxBytes) => {
  const output = { onFrame() {}, onNoise() {} }
  expect(() => new ResyncFramer({ ...shape, maxBytes }, output)).toThrow(RangeError)
})

it('says of a shape that answers more bytes than there are that it is wrong', () => {
  const output = { onFrame() {}, onNoise() {} }
  const framer = new ResyncFramer({ ...shape, measure: () => 20 }, output)
  expect(() => framer.push(Buffer.from('TAG'))).toThrow('measure answers 20 bytes')
})
