import fc from 'fast-check'
import { expect, it } from 'vitest'
import { loadGpioSystem } from './gpio-system.ts'
import {
  chipInfoBuffer,
  decodeChipInfo,
  decodeConsumer,
  decodeEdges,
  decodeIsUsed,
  decodeLineFd,
  decodeValue,
  encodeLineInfo,
  encodeLineRequest,
  encodeValue,
  Ioctl,
  LineFlag,
} from './uapi.ts'

/** The words of a structure that are not zero, by their offset. */
function wordsOf(bytes: Buffer): Record<number, number> {
  const words: Record<number, number> = {}
  for (let at = 0; at < bytes.length; at += 4) {
    const word = bytes.readUInt32LE(at)
    if (word !== 0) words[at] = word
  }
  return words
}

it('an output is asked for with its level, at the offsets of linux/gpio.h', () => {
  const flags = LineFlag.output | LineFlag.activeLow
  const request = encodeLineRequest({ offset: 27, consumer: 'vc', flags, initial: 1 })
  expect(request).toHaveLength(592)
  expect(wordsOf(request)).toEqual({
    0: 27,
    256: 0x6376,
    288: 0b1010,
    296: 1,
    320: 2,
    328: 1,
    336: 1,
    560: 1,
  })
})

it('an input is asked for without a level', () => {
  const flags = LineFlag.input | LineFlag.edgeRising | LineFlag.edgeFalling | LineFlag.biasPullUp
  const request = encodeLineRequest({ offset: 5, consumer: '', flags })
  expect(wordsOf(request)).toEqual({ 0: 5, 288: 0b1_0011_0100, 560: 1 })
  request.writeInt32LE(42, 588)
  expect(decodeLineFd(request)).toBe(42)
})

it('a consumer that is too long is cut, and still ends', () => {
  const request = encodeLineRequest({ offset: 1, consumer: 'x'.repeat(40), flags: 0n })
  expect(request.toString('latin1', 256, 288)).toBe(`${'x'.repeat(31)}\0`)
})

it('a line is asked about, and its holder read', () => {
  const info = encodeLineInfo(17)
  expect(info).toHaveLength(256)
  expect(wordsOf(info)).toEqual({ 64: 17 })
  info.write('gpioset\0', 32)
  expect([decodeConsumer(info), decodeIsUsed(info)]).toEqual(['gpioset', false])
  info.writeUInt32LE(0b1001, 72)
  expect(decodeIsUsed(info)).toBe(true)
  info.fill('y', 32, 64)
  expect(decodeConsumer(info)).toBe('y'.repeat(32))
})

it('a chip tells its label and its number of lines', () => {
  const info = chipInfoBuffer()
  expect(info).toHaveLength(68)
  info.write('gpiochip4\0', 0)
  info.write('pinctrl-rp1\0', 32)
  info.writeUInt32LE(54, 64)
  expect(decodeChipInfo(info)).toEqual({ name: 'gpiochip4', label: 'pinctrl-rp1', lines: 54 })
})

it('a level is one bit under its mask', () => {
  expect(encodeValue(1).toString('hex')).toBe('01000000000000000100000000000000')
  expect(encodeValue(0).toString('hex')).toBe('00000000000000000100000000000000')
  expect([decodeValue(encodeValue(1)), decodeValue(encodeValue(0))]).toEqual([1, 0])
})

it('edges are read from events of 48 bytes, and a part of one counts as none', () => {
  const event = (ns: bigint, id: number, seq: number) => {
    const bytes = Buffer.alloc(48)
    bytes.writeBigUInt64LE(ns, 0)
    bytes.writeUInt32LE(id, 8)
    bytes.writeUInt32LE(20, 12)
    bytes.writeUInt32LE(seq, 16)
    return bytes
  }
  const both = Buffer.concat([event(1_500_000n, 1, 7), event(2_000_000n, 2, 8)])
  const edges = [
    { offset: 20, at: 1.5, active: true, seq: 7 },
    { offset: 20, at: 2, active: false, seq: 8 },
  ]
  expect(decodeEdges(both)).toEqual(edges)
  fc.assert(
    fc.property(fc.nat(both.length), (length) => {
      expect(decodeEdges(both.subarray(0, length))).toEqual(edges.slice(0, Math.floor(length / 48)))
    }),
  )
})

it('the size of each structure is the one in its call, and the kernel is reached', async () => {
  const sizeOf = (request: number) => (request >>> 16) & 0x3fff
  const request = encodeLineRequest({ offset: 0, consumer: '', flags: 0n })
  expect(sizeOf(Ioctl.chipInfo)).toBe(chipInfoBuffer().length)
  expect(sizeOf(Ioctl.lineInfo)).toBe(encodeLineInfo(0).length)
  expect(sizeOf(Ioctl.getLine)).toBe(request.length)
  expect([sizeOf(Ioctl.getValues), sizeOf(Ioctl.setValues)]).toEqual([16, 16])
  const system = await loadGpioSystem()
  const fd = system.open('/dev/null')
  expect(() => system.ioctl(fd, Ioctl.chipInfo, chipInfoBuffer())).toThrow('ioctl answers ENOTTY')
  system.close(fd)
})
