import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PacketGuard } from './packet-guard.ts'

const MAX_BYTES = 300
const CONNACK = [0x20, 2, 0, 0]
const SUBACK = [0x90, 3, 0, 1, 1]

const packet = (first: number, bytes: number) => {
  const length = bytes < 128 ? [bytes] : [(bytes % 128) | 128, Math.floor(bytes / 128)]
  return [first, ...length, ...Array.from({ length: bytes }, () => 0x34)]
}

/** What a guard says to bytes that come in these pieces; null where it lets them pass. */
function faultOf(pieces: readonly (readonly number[])[]): string | null {
  const guard = new PacketGuard(MAX_BYTES)
  try {
    for (const piece of pieces) guard.push(Uint8Array.from(piece))
    return null
  } catch (error) {
    return (error as Error).message
  }
}

it.each([
  [
    'messages of QoS 0 and 1',
    [CONNACK, SUBACK, packet(0x30, 300), packet(0x32, 20), [0xe0, 0]],
    null,
  ],
  ['messages of before, ahead of the subscription', [CONNACK, packet(0x32, 20), SUBACK], null],
  ['a message of QoS 2', [CONNACK, SUBACK, packet(0x34, 20)], /QoS 2/],
  ['a message of no QoS', [CONNACK, SUBACK, packet(0x36, 20)], /QoS 3/],
  ['a message that is too long', [CONNACK, SUBACK, packet(0x30, 301)], /too big/],
  ['a length without an end', [CONNACK, [0x30, 128, 128, 128, 128]], /too big/],
  ['anything ahead of the greeting', [SUBACK], /type 9/],
  ['an answer to no ping', [CONNACK, [0xd0, 0]], /type 13/],
])('judges %s', (_, packets, fault) => {
  const said = faultOf(packets)
  if (fault === null) expect(said).toBeNull()
  else expect(said).toMatch(fault)
})

it('lets an answer pass to each ping', () => {
  const guard = new PacketGuard(MAX_BYTES)
  guard.push(Uint8Array.from(CONNACK))
  guard.pinged()
  guard.push(Uint8Array.from([0xd0, 0]))
  expect(() => guard.push(Uint8Array.from([0xd0, 0]))).toThrow(/type 13/)
})

it('judges the same bytes alike however they are cut', () => {
  const any = fc.oneof(
    fc.constantFrom(CONNACK, SUBACK, packet(0x30, 5), packet(0x32, 200), packet(0x34, 5)),
    fc.array(fc.nat(255), { maxLength: 6 }),
  )
  fc.assert(
    fc.property(
      fc.array(any, { maxLength: 6 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      (packets, cuts) => {
        const bytes = [CONNACK, ...packets].flat()
        const pieces: number[][] = []
        for (let at = 0; at < bytes.length;) {
          const size = cuts.next().value as number
          pieces.push(bytes.slice(at, at + size))
          at += size
        }
        expect(faultOf(pieces)).toBe(faultOf([bytes]))
      },
    ),
  )
})
