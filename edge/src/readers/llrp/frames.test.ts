import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LlrpFrame, LlrpFramer } from './framer.ts'
import { HEADER_BYTES, MAX_MESSAGE_BYTES } from './message.ts'
import { type ReaderEvent, readReaderEvent } from './reader-event.ts'
import { addRospec, deleteRospec, enableRospec, keepaliveAck, startRospec } from './requests.ts'
import { encodeRospec, type RospecOptions } from './rospec.ts'
import { refusalOf } from './status.ts'
import { type ReportedTag, readTagReport } from './tag-report.ts'

/** Encoded by another implementation, as a reader would. */
const KEEPALIVE = '043e0000000a00000007'
const ADDED = '041e0000001200000002011f000800000000'
const CONNECTED = '043f000000200000000000f600160080000c00060a24181e4000010000060000'
const REPORT = '043d00000020000003e900f000168de2003412012345678900000181000186c9'
const ALL = [KEEPALIVE, CONNECTED, REPORT, ADDED].map((hex) => Buffer.from(hex, 'hex'))

function cut(chunks: readonly Uint8Array[]) {
  const frames: LlrpFrame[] = []
  let noise = 0
  const framer = new LlrpFramer({ onFrame: (f) => frames.push(f), onNoise: () => noise++ })
  for (const chunk of chunks) framer.push(chunk)
  return { frames, noise, framer }
}

const hexOf = (frame: LlrpFrame | undefined) =>
  frame === undefined || frame.type === 'broken' ? 'broken' : [frame.type, bodyOf(frame)]
const bodyOf = (frame: LlrpFrame) => ('body' in frame ? frame.body.toString('hex') : '')

function onlyBody(hex: string): Buffer {
  const [frame] = cut([Buffer.from(hex, 'hex')]).frames
  if (frame === undefined || frame.type === 'broken') throw new Error('no message')
  return frame.body
}

describe('LLRP requests', () => {
  it('have the bytes of another implementation', () => {
    const bytes = (message: Buffer) => message.toString('hex')
    expect(bytes(deleteRospec(1, 0))).toBe('04150000000e0000000100000000')
    expect(bytes(enableRospec(3, 123))).toBe('04180000000e000000030000007b')
    expect(bytes(startRospec(4, 123))).toBe('04160000000e000000040000007b')
    expect(bytes(keepaliveAck(7))).toBe('04480000000a00000007')
  })

  it('add a reading on four antennas with the bytes of another implementation', () => {
    const rospec = { id: 123, antennas: [1, 2, 3, 4], reportEvery: 1, content: 0x300 }
    expect(addRospec(1, { ...rospec, priority: 1, inventorySpecId: 1234 }).toString('hex')).toBe(
      '0414000000510000000100b100470000007b010000b2001200b300050000b60009000000000000' +
        'b7001e0004000100020003000400b80009000000000000ba000704d20100ed000d01000100ee00060300',
    )
  })
})

describe('LLRP ROSpec of settings', () => {
  const rospec = { id: 1, antennas: [2], reportEvery: 0 }
  const hexOfRospec = (options: Partial<RospecOptions>) =>
    encodeRospec({ ...rospec, ...options }).toString('hex')

  it('starts by itself in every period, has ended when the next begins, and reports then', () => {
    const hex = hexOfRospec({ periodMs: 1000 })
    expect(hex).toContain('00b3' + '0011' + '02' + '00b4' + '000c' + '00000000' + '000003e8')
    expect(hex).toContain('00b6' + '0009' + '01' + '000003b6')
    expect(hex).toContain('00ed' + '000d' + '02' + '0000' + '00ee' + '0006' + '1580')
  })

  it('sets power and session of all antennas at once', () => {
    const transmitter = { powerIndex: 81, hopTable: 1, channel: 2 }
    const power = '00e0' + '000a' + '0001' + '0002' + '0051'
    const singulation = '0150' + '000b' + '80' + '0008' + '00000000'
    const inventory = '014a' + '0010' + '00' + singulation
    const all = '00de' + '0020' + '0000' + power + inventory
    expect(hexOfRospec({ transmitter, session: 2, tagPopulation: 8 })).toContain(
      '00ba' + '0027' + '0001' + '01' + all,
    )
  })
})

describe('LLRP framer', () => {
  const whole = [
    [62, ''],
    [63, CONNECTED.slice(20)],
    [61, REPORT.slice(20)],
    [30, ADDED.slice(20)],
  ]

  it('finds messages whole, joined and split at every byte', () => {
    const bytes = Buffer.concat(ALL)
    expect(cut(ALL).frames.map(hexOf)).toEqual(whole)
    expect(cut([bytes]).frames.map(hexOf)).toEqual(whole)
    for (let at = 1; at < bytes.length; at++) {
      expect(cut([bytes.subarray(0, at), bytes.subarray(at)]).frames.map(hexOf)).toEqual(whole)
    }
    expect(cut([...bytes].map((byte) => Buffer.of(byte))).frames.map(hexOf)).toEqual(whole)
  })

  it.each([
    ['another protocol', 'GET / HTTP/1.1\r\n\r\n', 'LLRP version 1 is not spoken here'],
    [
      'a length below its header',
      '\x04\x3e\x00\x00\x00\x09\x00\x00\x00\x07',
      'a message of 9 bytes',
    ],
    [
      'a length that no memory holds',
      '\x04\x3e\xff\xff\xff\xff\x00\x00\x00\x07',
      'a message of 4294967295 bytes',
    ],
  ])('gives up at %s, once, until the next connection', (_, text, why) => {
    const { frames, noise, framer } = cut([Buffer.from(text, 'latin1'), Buffer.concat(ALL)])
    expect(frames).toEqual([{ type: 'broken', why }])
    expect(noise).toBe(1)
    framer.reset()
    framer.push(Buffer.concat(ALL))
    expect(frames.slice(1).map(hexOf)).toEqual(whole)
  })

  it('takes the longest message and forgets an unfinished one with its connection', () => {
    const long = Buffer.alloc(MAX_MESSAGE_BYTES)
    long.write('043d', 'hex')
    long.writeUInt32BE(long.length, 2)
    const { frames, framer } = cut([long.subarray(0, 5000), long.subarray(5000)])
    expect(bodyOf(frames[0] as LlrpFrame)).toHaveLength(2 * (long.length - HEADER_BYTES))
    framer.push(long.subarray(0, 5000))
    framer.reset()
    framer.push(Buffer.concat(ALL))
    expect(frames.slice(1).map(hexOf)).toEqual(whole)
  })

  it('survives any bytes', () => {
    const piece = fc.oneof(fc.constantFrom(...ALL), fc.uint8Array({ maxLength: 40 }))
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const { frames, noise } = cut(pieces)
        const broken = frames.findIndex(({ type }) => type === 'broken')
        expect(noise).toBe(broken < 0 ? 0 : 1)
        if (broken >= 0) expect(broken).toBe(frames.length - 1)
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('LLRP answers and events', () => {
  it('say yes', () => expect(refusalOf(onlyBody(ADDED))).toBeNull())

  it('say no with the place and the reader’s words', () => {
    const text = Buffer.from('TransmitPower out of range')
    const field = '01200008' + '0003' + '012d'
    const inner = '01210010' + '00e0' + '00c9' + field
    const outer = '01210018' + '00b1' + '00c8' + inner
    const status = `0064${text.length.toString(16).padStart(4, '0')}${text.toString('hex')}${outer}`
    const length = (4 + status.length / 2).toString(16).padStart(4, '0')
    expect(refusalOf(Buffer.from(`011f${length}${status}`, 'hex'))).toBe(
      'parameter error; rospec: parameter error; rfTransmitter: field error; ' +
        'field 3: value out of range; TransmitPower out of range',
    )
    expect(refusalOf(Buffer.from('011f000803e70000', 'hex'))).toBe('status 999')
    expect(refusalOf(Buffer.from('011f0006006d', 'hex'))).toBe('its answer is cut off')
    expect(refusalOf(Buffer.alloc(0))).toBe('its answer holds no status')
  })

  it('tell of the connection with the reader’s clock', () => {
    const utcMs = Number(0x0006_0a24_181e_4000n / 1000n)
    expect(readReaderEvent(onlyBody(CONNECTED))).toEqual({ utcMs, connection: 0, antennas: [] })
  })

  it.each<[string, string, Partial<ReaderEvent>]>([
    ['a clock that counts from the start', '0081000c00000000000f4240', { uptimeMs: 1000 }],
    ['an antenna that is gone', '00ff0007000002', { antennas: [{ id: 2, isConnected: false }] }],
    ['an antenna that is back', '00ff0007010002', { antennas: [{ id: 2, isConnected: true }] }],
    ['a reading that ended', '00f9000d010000007b00000000', { endedRospec: 123 }],
    ['a reading that began', '00f9000d000000007b00000000', {}],
    ['a buffer that fills', '00fa00055a', { bufferPercent: 90 }],
    ['a buffer that is full', '00fb0004', { isOverflown: true }],
    ['a fault of its own', '00fc0009' + '0003' + '686f74', { exception: 'hot' }],
    ['its end', '01010004', { isClosing: true }],
  ])('tell of %s', (_, hex, said) => {
    const length = (4 + hex.length / 2).toString(16).padStart(4, '0')
    const event = readReaderEvent(Buffer.from(`00f6${length}${hex}`, 'hex'))
    expect(event).toEqual({ antennas: [], ...said })
  })
})

function tagsOf(body: Buffer) {
  const tags: ReportedTag[] = []
  let faults = 0
  readTagReport(
    body,
    (tag) => tags.push(tag),
    () => faults++,
  )
  return { tags, faults }
}
const dataOf = (hex: string) => {
  const length = (4 + hex.length / 2).toString(16).padStart(4, '0')
  return Buffer.from(`00f0${length}${hex}`, 'hex')
}

describe('LLRP tag report', () => {
  const EPC96 = '8de20034120123456789000001'
  const tag = { epc: 'E20034120123456789000001' }

  it('has the tag of another implementation’s bytes', () => {
    expect(tagsOf(onlyBody(REPORT))).toEqual({
      tags: [{ ...tag, antenna: 1, rssi: -55 }],
      faults: 0,
    })
  })

  it('has EPCs of any length, times, and what several sights came to', () => {
    const seen = '82' + '00060a24181e4000' + '84' + '00060a24181f2a60' + '880003'
    const long = dataOf('00f1000e0040' + 'e2003412dc03' + '0117' + seen)
    const utcMs = Number(0x0006_0a24_181f_2a60n) / 1000
    expect(tagsOf(long)).toEqual({
      tags: [{ epc: 'E2003412DC030117', count: 3, utcMs }],
      faults: 0,
    })
    const uptime = dataOf(`${EPC96}83${'0000000000000001'}85${'0000000000000fa0'}`)
    expect(tagsOf(uptime).tags).toEqual([{ ...tag, uptimeMs: 4 }])
    const unknown = dataOf(`${EPC96}84${'00'.repeat(8)}`)
    expect(tagsOf(unknown)).toEqual({ tags: [tag], faults: 0 })
  })

  it('passes over custom parameters, and what follows an unknown one without a length', () => {
    const custom = '03ff000e000062bc00000039abcd'
    const tags = [dataOf(`${custom}${EPC96}${custom}810002`), dataOf(`${EPC96}810002ffabab`)]
    const body = Buffer.concat([Buffer.from(custom, 'hex'), ...tags])
    expect(tagsOf(body)).toEqual({
      tags: [
        { ...tag, antenna: 2 },
        { ...tag, antenna: 2 },
      ],
      faults: 0,
    })
  })

  it.each([
    ['no EPC', '810001'],
    ['an EPC that is longer than its parameter', '00f1000a0060e2003412'],
    ['an empty EPC', '00f100060000'],
    ['a parameter without room for its value', EPC96 + '8100'],
    ['a parameter beyond its end', EPC96 + '03ff00ff00'],
    ['a parameter shorter than itself', EPC96 + '03ff000300000000'],
  ])('is a fault with %s, and the next tag is read', (_, hex) => {
    const body = Buffer.concat([dataOf(hex), dataOf(EPC96)])
    expect(tagsOf(body)).toEqual({ tags: [tag], faults: 1 })
  })

  it('never throws, whatever its bytes are', () => {
    const valid = dataOf(`${EPC96}81000186c9`)
    const changed = fc
      .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 4 })
      .map((edits) => {
        const bytes = Buffer.from(valid)
        for (const [at, value] of edits) bytes[at] = value
        return bytes
      })
    fc.assert(
      fc.property(fc.oneof(changed, fc.uint8Array({ maxLength: 60 })), (bytes) => {
        const body = Buffer.concat([bytes, valid])
        tagsOf(body)
        readReaderEvent(body)
        refusalOf(body)
      }),
      { numRuns: runs(500) },
    )
  })
})
