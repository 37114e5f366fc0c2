import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { EmulatedKeyboard, ENTER } from '../../testing/emulators/keyboard.ts'
import type { InputEvent } from './input-events.ts'
import { TypedLines } from './typed-lines.ts'

const IDLE_MS = 300
const TAB = 15
const KP_ENTER = 96
const F1 = 59
const CAPS_LOCK = 58
const DROPPED = { at: 0, type: 0, code: 3, value: 0 }

let keyboard: EmulatedKeyboard
let lines: string[]
let noise: number
let typed: TypedLines
beforeEach(() => {
  keyboard = new EmulatedKeyboard()
  lines = []
  noise = 0
  typed = new TypedLines({
    idleMs: IDLE_MS,
    onLine: (line) => lines.push(line),
    onNoise: () => noise++,
  })
})

const take = (...events: InputEvent[][]) => events.flat().forEach((event) => typed.take(event))

describe('a wedge that ends its tags', () => {
  it.each([ENTER, TAB, KP_ENTER])('may do so with key %d', (end) => {
    take(keyboard.type('0004812345'), keyboard.press(end), keyboard.press(end))
    take(keyboard.type('E2003412aBc'), keyboard.press(end))
    expect({ lines, noise }).toEqual({ lines: ['0004812345', 'E2003412aBc'], noise: 0 })
  })

  it('types digits on the number pad too, and its locks and repeats change nothing', () => {
    const pad = [79, 80, 81, 75, 76, 77, 71, 72, 73, 82]
    const repeats = Array.from({ length: 5 }, () => ({
      at: 1_000_010,
      type: 1,
      code: 79,
      value: 2,
    }))
    take(keyboard.press(CAPS_LOCK), ...pad.map((code) => keyboard.press(code)), repeats)
    take(keyboard.press(ENTER))
    expect(lines).toEqual(['1234567890'])
  })

  it('does not have half a tag read when it pauses or is cut off', () => {
    take(keyboard.type('11112222'), keyboard.press(ENTER), keyboard.type('3333'))
    keyboard.pause(IDLE_MS + 1)
    take(keyboard.type('44445555'), keyboard.press(ENTER), keyboard.type('6666'))
    typed.pause()
    expect({ lines, noise, typing: typed.isTyping() }).toEqual({
      lines: ['11112222', '44445555'],
      noise: 2,
      typing: false,
    })
  })
})

describe('a wedge that only pauses', () => {
  it('ends a tag by that, whether the next comes at once or later', () => {
    take(keyboard.type('11112222'))
    keyboard.pause(IDLE_MS + 1)
    take(keyboard.type('33334444'))
    expect({ lines, typing: typed.isTyping() }).toEqual({ lines: ['11112222'], typing: true })
    typed.pause()
    typed.pause()
    expect({ lines, noise }).toEqual({ lines: ['11112222', '33334444'], noise: 0 })
  })
})

it('a line that is too long, or lost a part, is noise up to its end', () => {
  take(keyboard.type('1'.repeat(10_000)), keyboard.press(ENTER))
  take(keyboard.type('1111'), [DROPPED], keyboard.type('2222'), keyboard.press(ENTER))
  take(keyboard.type('33334444'), keyboard.press(ENTER))
  expect({ lines, noise }).toEqual({ lines: ['33334444'], noise: 2 })
})

it('a key that is no part of a tag spoils the line, whatever is around it', () => {
  take(keyboard.type('1111'), keyboard.press(F1), keyboard.type('2222'), keyboard.press(ENTER))
  expect(lines).toEqual(['1111\ufffd2222'])
})

it('a device that comes back has no key down and no line begun', () => {
  take(keyboard.type('1111'), [{ at: 1_000_200, type: 1, code: 42, value: 1 }])
  typed.reset()
  take(keyboard.type('abcd1234'), keyboard.press(ENTER))
  expect(lines).toEqual(['abcd1234'])
})

it('never throws and holds a bounded line, whatever the events are', () => {
  const event = fc.record({
    at: fc.oneof(fc.double(), fc.nat()),
    type: fc.constantFrom(0, 1, 1, 1, 4),
    code: fc.nat(255),
    value: fc.constantFrom(0, 1, 2, -1),
  })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 1000 }), (events) => {
      take(events)
      for (const line of lines.splice(0)) expect(line.length).toBeLessThanOrEqual(256)
    }),
    { numRuns: runs(50) },
  )
})
