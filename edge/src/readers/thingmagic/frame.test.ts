// Frames of an M6E Nano: those that SparkFun's library holds and prints, and a made-up keep-alive.
import { describe, expect, it } from 'vitest'
import { checkFraming, cutFrames, hex } from '../../testing/framing-checks.ts'
import { unpaddedCrc16 } from '../device/crc16.ts'
import { OPCODE, THINGMAGIC_SHAPE, thingMagicAnswer, thingMagicCommand } from './frame.ts'
import { readTagRecord, readTemperature } from './record.ts'

const TAG = hex(
  'FF 28 22 00 00 10 00 1B 01 FF 01 01 C4 11 0E 16 40 00 00 01 27 00 00 05 00 00 0F 00 80 30 00' +
    '00 00 00 00 00 00 00 00 00 00 15 45 E9 4A 56 1D',
)
const KEEP_ALIVE = hex('FF 00 22 04 00 84 E0')
const EPC = '000000000000000000001545'
const only = (bytes: Buffer) => {
  const [frame, ...more] = cutFrames(THINGMAGIC_SHAPE, [bytes]).frames
  if (frame === undefined || more.length > 0) throw new Error('not one frame')
  return frame
}
const data = only(TAG).data
const record = (bytes: Buffer, status = 0) =>
  readTagRecord({ opcode: OPCODE.READ, status, data: bytes })

describe('frames', () => {
  it('are cut whole, split, joined and after garbage, and refused with any bit wrong', () => {
    checkFraming(THINGMAGIC_SHAPE, [TAG, KEEP_ALIVE])
  })

  it.each([
    ['version', 'FF 00 03 1D 0C', 0x03, []],
    ['antenna', 'FF 02 91 01 01 70 3B', 0x91, [1, 1]],
    ['protocol Gen2', 'FF 02 93 00 05 51 7D', 0x93, [0, 5]],
    ['region NA2', 'FF 01 97 0D 4B B0', 0x97, [0x0d]],
    ['read power 5 dBm', 'FF 02 92 01 F4 40 AD', 0x92, [1, 0xf4]],
    ['stop', 'FF 03 2F 00 00 02 5E 86', 0x2f, [0, 0, 2]],
  ])('of the command %s are those of the library', (_, bytes, opcode, parameters) => {
    expect(thingMagicCommand(opcode, parameters)).toEqual(hex(bytes))
  })

  it('carry a CRC that is not CRC-CCITT', () => {
    expect(unpaddedCrc16(hex('00 03'), 0, 2)).toBe(0x1d0c)
  })

  it('end no other frame when their length lies', () => {
    for (let length = 0; length < 256; length++) {
      const lying = Buffer.from([0xff, length, OPCODE.READ])
      const { frames } = cutFrames(THINGMAGIC_SHAPE, [lying, TAG, Buffer.alloc(524)])
      expect(frames).toEqual([only(TAG)])
    }
  })

  it('are not waited for while the line rests high', () => {
    expect(cutFrames(THINGMAGIC_SHAPE, [Buffer.alloc(300, 0xff), TAG]).frames).toEqual([only(TAG)])
  })
})

describe('a record', () => {
  it('is a tag with RSSI, port, count and time', () => {
    expect(record(data)).toEqual({
      epc: EPC,
      rssi: -60,
      antenna: 1,
      count: 1,
      sinceKeepAliveMs: 295,
    })
  })

  it('is the same tag behind embedded data', () => {
    const bits = Buffer.from([0, 20])
    const embedded = Buffer.from([0xaa, 0xbb, 0xc0])
    const longer = Buffer.concat([data.subarray(0, 19), bits, embedded, data.subarray(21)])
    expect(record(longer)?.epc).toBe(EPC)
  })

  it('is none where a length lies or the status is a fault', () => {
    for (const at of [19, 22]) {
      const lengths = Array.from({ length: 8192 }, (_, n) => n * 8)
      const fitting = lengths.filter((bits) => {
        const lying = Buffer.from(data)
        lying.writeUInt16BE(bits, at)
        return record(lying) !== null
      })
      expect(fitting).toEqual([data.readUInt16BE(at)])
    }
    for (let end = 0; end < data.length; end++) expect(record(data.subarray(0, end))).toBeNull()
    expect(record(data, 0x0504)).toBeNull()
    expect(record(only(KEEP_ALIVE).data, 0x0400)).toBeNull()
  })

  it('is the temperature when it has that length', () => {
    const temperature = hex('00 01 1F 02 82 00 82 00 01 1B')
    const frame = only(thingMagicAnswer({ opcode: OPCODE.READ, status: 0, data: temperature }))
    expect(readTemperature(frame)).toBe(27)
    expect(readTemperature(only(TAG))).toBeNull()
    expect(readTagRecord(frame)).toBeNull()
  })
})
