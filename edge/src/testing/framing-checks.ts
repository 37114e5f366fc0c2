import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type FrameShape, ResyncFramer } from '../readers/device/resync-framer.ts'

/** A test vector as the datasheet prints it. */
export const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')

export function cutFrames<Frame>(shape: FrameShape<Frame>, chunks: readonly Uint8Array[]) {
  const frames: Frame[] = []
  let noise = 0
  const framer = new ResyncFramer(shape, {
    onFrame: (frame) => frames.push(frame),
    onNoise: () => noise++,
  })
  for (const chunk of chunks) framer.push(chunk)
  return { frames, noise }
}

/**
 * Holds a shape to what it promises of any of its frames, given as bytes: found whole, joined, cut
 * anywhere and after garbage, and not found with any bit of it wrong.
 */
export function checkFraming<Frame>(shape: FrameShape<Frame>, vectors: readonly Buffer[]): void {
  const all = Buffer.concat(vectors)
  const whole = vectors.flatMap((bytes) => cutFrames(shape, [bytes]).frames)
  expect(whole).toHaveLength(vectors.length)
  const found = { frames: whole, noise: 0 }
  expect(cutFrames(shape, [all])).toEqual(found)
  expect(
    cutFrames(
      shape,
      Array.from(all, (byte) => Uint8Array.of(byte)),
    ),
  ).toEqual(found)
  for (let cut = 1; cut < all.length; cut++) {
    expect(cutFrames(shape, [all.subarray(0, cut), all.subarray(cut)])).toEqual(found)
  }
  for (const bytes of vectors) checkDamage(shape, bytes)
  checkGarbage(shape, vectors)
}

/** What waits for the rest of a frame that lied about its length gets it. */
const rest = <Frame>(shape: FrameShape<Frame>) => Buffer.alloc(shape.maxBytes * 2)

function checkDamage<Frame>(shape: FrameShape<Frame>, bytes: Buffer): void {
  const good = cutFrames(shape, [bytes]).frames
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const bad = Buffer.from(bytes)
    bad[bit >> 3] = (bad[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(cutFrames(shape, [bad, rest(shape)]).frames, `bit ${bit}`).toEqual([])
    expect(cutFrames(shape, [bad, bytes, rest(shape)]).frames, `after bit ${bit}`).toEqual(good)
  }
}

// One seed: a check of one or two bytes may hold by chance, and luck is not to decide the suite.
function checkGarbage<Frame>(shape: FrameShape<Frame>, vectors: readonly Buffer[]): void {
  const garbage = fc.uint8Array({ maxLength: 600 })
  const cuts = fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 8 })
  fc.assert(
    fc.property(garbage, fc.constantFrom(...vectors), cuts, (before, bytes, lengths) => {
      const all = Buffer.concat([before, bytes, rest(shape)])
      const chunks: Buffer[] = []
      let at = 0
      for (const length of lengths) chunks.push(all.subarray(at, (at += length)))
      chunks.push(all.subarray(at))
      expect(cutFrames(shape, chunks).frames).toEqual(cutFrames(shape, [bytes]).frames)
    }),
    { seed: 13, numRuns: runs(300) },
  )
}
