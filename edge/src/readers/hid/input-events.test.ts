import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventBytes } from '../../testing/emulators/keyboard.ts'
import { InputEventCutter, type InputEvent, inputEventBytes } from './input-events.ts'

const event = fc.record({
  at: fc.nat(2 ** 31 - 1),
  type: fc.nat(65_535),
  code: fc.nat(65_535),
  value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
})

it.each([16, 24] as const)('events of %d bytes are found wherever the chunks are cut', (size) => {
  fc.assert(
    fc.property(fc.array(event), fc.array(fc.nat(50)), (events, cuts) => {
      const found: InputEvent[] = []
      const cutter = new InputEventCutter(size, (one) => found.push(one))
      const bytes = Buffer.concat(events.map((one) => eventBytes(one, size)))
      let at = 0
      for (const cut of cuts) cutter.push(bytes.subarray(at, (at += cut)))
      cutter.push(bytes.subarray(at))
      expect(found).toEqual(events)
    }),
    { numRuns: runs(100) },
  )
})

it('an event is 24 bytes for 64-bit programs and 16 for others', () => {
  expect(['x64', 'arm64', 'arm', 'ia32'].map(inputEventBytes)).toEqual([24, 24, 16, 16])
})

it('a cutter forgets an unfinished event', () => {
  const found: InputEvent[] = []
  const cutter = new InputEventCutter(24, (one) => found.push(one))
  const down = { at: 1000, type: 1, code: 2, value: 1 }
  cutter.push(eventBytes(down, 24).subarray(0, 20))
  cutter.reset()
  cutter.push(eventBytes(down, 24))
  expect(found).toEqual([down])
})
