import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fitted, PICKED_BYTES_MAX, scalePhoto } from './scale-photo.ts'

afterEach(() => vi.unstubAllGlobals())

/** Plays a browser that cannot decode anything. */
function refuseAll() {
  vi.stubGlobal('createImageBitmap', () =>
    Promise.reject(new DOMException('no', 'InvalidStateError')),
  )
}

describe('a scaled photo', () => {
  it('fits the square, keeps its proportions and is never enlarged', () => {
    const length = fc.integer({ min: 1, max: 30_000 })
    fc.assert(
      fc.property(length, length, fc.integer({ min: 1, max: 4000 }), (width, height, side) => {
        const size = fitted({ width, height }, side)
        expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(side)
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1)
        if (Math.max(width, height) <= side) expect(size).toEqual({ width, height })
        const scale = Math.min(1, side / Math.max(width, height))
        expect(Math.abs(size.width - width * scale)).toBeLessThanOrEqual(1)
        expect(Math.abs(size.height - height * scale)).toBeLessThanOrEqual(1)
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('a file that does not become a photo', () => {
  it.each(['heic', 'heix', 'hevc', 'mif1'])(
    'is told to be a HEIC by its brand %s',
    async (brand) => {
      refuseAll()
      const file = new Blob([`\0\0\0\x18ftyp${brand}\0\0\0\0`], { type: 'image/jpeg' })
      await expect(scalePhoto(file)).rejects.toMatchObject({ fault: 'heic' })
    },
  )

  it.each(['%PDF-1.7', '', '\0\0\0\x18ftypisom'])('is unreadable: %j', async (content) => {
    refuseAll()
    const file = new Blob([content], { type: 'image/png' })
    await expect(scalePhoto(file)).rejects.toMatchObject({ fault: 'unreadable' })
  })

  it('is not opened where it is far too large', async () => {
    const decode = vi.fn()
    vi.stubGlobal('createImageBitmap', decode)
    const file = Object.defineProperty(new Blob(['x']), 'size', { value: PICKED_BYTES_MAX + 1 })
    await expect(scalePhoto(file)).rejects.toMatchObject({ fault: 'too-large' })
    expect(decode).not.toHaveBeenCalled()
  })
})
