import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createA0Driver } from './a0/driver.ts'
import { A0ReaderConfig } from './a0/config.ts'
import { A0, a0Frame } from './a0/frame.ts'
import { ChafonReaderConfig } from './chafon/config.ts'
import { createChafonDriver } from './chafon/driver.ts'
import { CHAFON, chafonFrame } from './chafon/frame.ts'
import type { DeviceDriver, DriverTag } from './device/device-driver.ts'
import { hex } from '../testing/framing-checks.ts'
import { ThingMagicReaderConfig } from './thingmagic/config.ts'
import { createThingMagicDriver } from './thingmagic/driver.ts'
import { OPCODE, thingMagicAnswer } from './thingmagic/frame.ts'

const base = { id: 'gate', path: '/dev/ttyS0' }
const byte = fc.nat(255)
/** Anything, and what a good frame carries with some of its bytes changed and its end cut off. */
const dataLike = (good: string, maxLength: number) => {
  const changes = fc.array(fc.tuple(fc.nat(60), byte), { maxLength: 3 })
  const spoilt = fc.tuple(changes, fc.nat(60)).map(([at, cut]) => {
    const bytes = hex(good)
    for (const [place, value] of at) bytes[place % bytes.length] = value
    return cut < bytes.length ? bytes.subarray(0, bytes.length - cut) : bytes
  })
  return fc.oneof(fc.uint8Array({ maxLength }), spoilt)
}

const chafon = (variant: 'old' | 'new') =>
  createChafonDriver(
    ChafonReaderConfig.parse({ ...base, type: 'chafon', variant, region: 'us', address: 255 }),
  )
const a0 = createA0Driver(
  A0ReaderConfig.parse({ ...base, type: 'a0', region: 'fcc', address: 255 }),
)
const thingMagic = createThingMagicDriver(
  ThingMagicReaderConfig.parse({ ...base, type: 'thingmagic', region: 'europe', powerDbm: 20 }),
)

const CHAFON_DATA = fc.oneof(
  dataLike('01 02 04 E2 84 36 11 02 AB CD', 250),
  dataLike('01 01 02 04 E2 84 36 11 C8 04 10 00 00 01 AA', 250),
)
const A0_DATA = dataLike('8C 10 00 E2 84 36 11 37', 250)
const THINGMAGIC_DATA = dataLike(
  '10 00 1B 01 FF 01 01 C4 11 0E 16 40 00 00 01 27 00 00 05 00 00 0F 00 60 20 00 E2 84 36 11 ' +
    '00 01 15 45 E9 4A',
  255,
)

const chafonFrames = fc
  .tuple(byte, fc.constantFrom(...Object.values(CHAFON)), CHAFON_DATA)
  .map(([address, command, rest]) => chafonFrame(address, command, [...rest]))
const a0Frames = fc
  .tuple(byte, fc.constantFrom(...Object.values(A0)), A0_DATA)
  .map(([address, command, rest]) => a0Frame(address, command, [...rest]))
const thingMagicFrames = fc
  .tuple(fc.constantFrom(0, 0x0400, 0x0504, 0x0505, 0x0105), THINGMAGIC_DATA)
  .map(([status, rest]) =>
    thingMagicAnswer({ opcode: OPCODE.READ, status, data: Buffer.from(rest) }),
  )

/** What a driver makes of bytes, all in one chunk. */
function drive<Frame>(driver: DeviceDriver<Frame>, bytes: readonly Uint8Array[]): DriverTag[] {
  const tags: DriverTag[] = []
  const output = { emit: (tag: DriverTag) => tags.push(tag), noise() {}, warn() {} }
  const parser = driver.createParser({
    onFrame: (frame) => driver.take(frame, output),
    onNoise: () => {},
  })
  for (const chunk of bytes) parser.push(chunk)
  parser.idle?.()
  return tags
}

const isTag = ({ uid, antenna = 1, rssi = -1, count = 0, ageMs = 0 }: DriverTag) =>
  /^(?:[0-9A-F]{2})+$/.test(uid) &&
  [antenna, rssi, count, ageMs].every(Number.isFinite) &&
  antenna >= 0 &&
  rssi < 128

describe.each([
  { name: 'old chafon', bytes: chafonFrames, tagsOf: (all: Buffer[]) => drive(chafon('old'), all) },
  { name: 'new chafon', bytes: chafonFrames, tagsOf: (all: Buffer[]) => drive(chafon('new'), all) },
  { name: 'a0', bytes: a0Frames, tagsOf: (all: Buffer[]) => drive(a0, all) },
  {
    name: 'thingmagic',
    bytes: thingMagicFrames,
    tagsOf: (all: Buffer[]) => drive(thingMagic, all),
  },
])('a driver of $name', ({ bytes, tagsOf }) => {
  it('takes any frame whose check holds, and any bytes between, and tells nothing but tags', () => {
    const noise = fc.uint8Array({ maxLength: 300 }).map((garbage) => Buffer.from(garbage))
    let told = 0
    fc.assert(
      fc.property(fc.array(fc.oneof(bytes, noise), { maxLength: 20 }), (all) => {
        const tags = tagsOf(all)
        told += tags.length
        expect(tags.filter((tag) => !isTag(tag))).toEqual([])
      }),
      { seed: 13, numRuns: runs(300) },
    )
    expect(told).toBeGreaterThan(0)
  })
})
