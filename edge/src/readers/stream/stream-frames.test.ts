// Every type whose device is a stream of bytes, by the frames of its emulations.
import { parseScanUid } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { EMULATED_STREAMS } from '../../testing/emulators/stream-drivers.ts'
import { bytesOf } from '../../testing/emulators/stream-emulation.ts'
import type { DeviceDriver, DriverTag } from '../device/device-driver.ts'
import { FRAME_MAX_BYTES } from '../device/resync-framer.ts'

/** Another tag than those of any sample. */
const UIDS = { epc: 'E2003412012F1700A1B2C3D4', card: '00AB12CD34' }
const HEX = /^(?:[0-9A-F]{2})+$/

describe.each(EMULATED_STREAMS)('the driver of $name', (stream) => {
  const { samples, damaged, seal, tagFrame, tags, recoversAfter, isUnchecked = false } = stream
  const frames = samples.map(([bytes]) => bytesOf(bytes))
  const uids = samples.flatMap(([, ...found]) => found)
  const good = UIDS[tags]
  let driver: DeviceDriver<unknown>

  beforeAll(async () => {
    driver = await stream.openDriver()
  })

  /** What the driver makes of these bytes, before the reader's pause and after it. */
  function drive(chunks: readonly Uint8Array[], then: readonly Uint8Array[] = []) {
    const found: DriverTag[] = []
    let noise = 0
    const onNoise = () => void noise++
    const output = { emit: (tag: DriverTag) => found.push(tag), noise: onNoise, warn() {} }
    const parser = driver.createParser({ onFrame: (frame) => driver.take(frame, output), onNoise })
    for (const chunk of chunks) parser.push(chunk)
    if (recoversAfter === 'pause') parser.reset()
    for (const chunk of then) parser.push(chunk)
    return { found, uids: found.map(({ uid }) => uid), noise }
  }
  /** Good frames, as many as can be held up by a length that lies. */
  const manyGood = () => {
    const frame = tagFrame(good)
    const some = recoversAfter === 'pause' ? 1 : Math.ceil(FRAME_MAX_BYTES / frame.length) + 1
    return Array.from({ length: some }, () => frame)
  }
  const isTag = ({ uid, antenna = 1, rssi = -1, count = 0, ageMs = 0 }: DriverTag) =>
    (isUnchecked ? parseScanUid(uid) === uid : HEX.test(uid)) &&
    [antenna, rssi, count, ageMs].every(Number.isFinite) &&
    antenna >= 0 &&
    rssi < 128

  it('reads its samples whole, joined, and cut at every byte, without noise', () => {
    for (const [bytes, ...wanted] of samples) expect(drive([bytesOf(bytes)]).uids).toEqual(wanted)
    expect(uids.length).toBeGreaterThan(0)
    const quiet = isUnchecked || recoversAfter === 'pause' ? undefined : 0
    const all = Buffer.concat(frames)
    for (let cut = 0; cut <= all.length; cut++) {
      const read = drive([all.subarray(0, cut), all.subarray(cut)])
      expect(read.uids).toEqual(uids)
      expect(read.noise).toBe(quiet ?? read.noise)
    }
    expect(drive([...all].map((byte) => Uint8Array.of(byte))).uids).toEqual(uids)
  })

  it('seals a frame that it reads as the device tells it', () => {
    for (const [index, frame] of frames.entries()) {
      if (isUnchecked || tags === 'card') continue
      expect(seal(frame).equals(frame), `sample ${index}`).toBe(true)
    }
    expect(drive([tagFrame(good)]).uids).toEqual([good])
  })

  it('finds no tag in what is damaged, and reads the good frame behind it', () => {
    for (const bytes of damaged) {
      expect(drive([bytesOf(bytes)]).uids).toEqual([])
      const after = drive([bytesOf(bytes)], manyGood()).uids
      expect(after).toContain(good)
      expect(new Set(after)).toEqual(new Set([good]))
    }
  })

  // A line without a check tells nothing of a wrong bit.
  if (!isUnchecked) {
    it('finds no tag in a frame with any bit wrong, and reads the one behind it', () => {
      const frame = tagFrame(good)
      for (let bit = 0; bit < frame.length * 8; bit++) {
        const bad = Buffer.from(frame)
        bad[bit >> 3] = (bad[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const [once, twice] = [drive([bad]), drive([bad], manyGood())]
        // A digit in lower case is the same digit.
        if (tags === 'epc') expect(once.uids, `bit ${bit}`).toEqual([])
        expect(twice.uids, `after bit ${bit}`).toContain(good)
        expect(new Set(twice.uids)).toEqual(new Set([good]))
      }
    })
  }

  it('holds up a good frame for no more than the longest frame, whatever a length says', () => {
    const beginnings = fc.tuple(
      fc.constantFrom(...frames),
      fc.nat(8),
      fc.uint8Array({ maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(beginnings, { maxLength: 4 }), (parts) => {
        const lies = parts.map(([frame, at, rest]) => Buffer.concat([frame.subarray(0, at), rest]))
        expect(drive(lies, manyGood()).uids).toContain(good)
      }),
      { seed: 13, numRuns: runs(200) },
    )
  })

  it('takes any frame whose checks hold, and any bytes between, and tells nothing but tags', () => {
    const changes = fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 3 })
    const spoilt = fc
      .tuple(fc.constantFrom(...frames, tagFrame(good)), changes, fc.nat(60))
      .map(([frame, at, cut]) => {
        const bytes = Buffer.from(frame)
        for (const [place, value] of at) bytes[place % bytes.length] = value
        return seal(cut < bytes.length - 8 ? bytes.subarray(0, bytes.length - cut) : bytes)
      })
    const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
    let told = 0
    fc.assert(
      fc.property(fc.array(fc.oneof(spoilt, spoilt, noise), { maxLength: 20 }), (all) => {
        const { found } = drive(all)
        told += found.length
        expect(found.filter((tag) => !isTag(tag))).toEqual([])
      }),
      { seed: 13, numRuns: runs(300) },
    )
    expect(told).toBeGreaterThan(0)
  })
})
