import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JsonLines, LINE_MAX_CHARACTERS } from './json-lines.ts'

function linesOf(chunks: readonly Buffer[]) {
  const lines: string[] = []
  let overlong = 0
  const cutter = new JsonLines({ onLine: (line) => lines.push(line), onOverlong: () => overlong++ })
  for (const chunk of chunks) cutter.push(chunk)
  return { lines, overlong }
}

it('finds every line, wherever the chunks are cut, and no blank one', () => {
  const line = fc.stringMatching(/^[{}":,a-zñ€\u{1F600}]{1,40}$/u)
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(30)), (wanted, cuts) => {
      const bytes = Buffer.from(wanted.map((one) => `${one}\r\n\n`).join(''))
      const chunks: Buffer[] = []
      let at = 0
      for (const cut of cuts) chunks.push(bytes.subarray(at, (at += cut)))
      chunks.push(bytes.subarray(at))
      expect(linesOf(chunks)).toEqual({ lines: wanted, overlong: 0 })
    }),
    { numRuns: runs(100) },
  )
})

it('tells a line that is too long once, and finds the next one', () => {
  const flood = Array.from({ length: 5 }, () => Buffer.alloc(LINE_MAX_CHARACTERS, 'x'))
  expect(linesOf([...flood, Buffer.from('\n{}\n')])).toEqual({ lines: ['{}'], overlong: 1 })
})

it('keeps the end of a line that has not come', () => {
  expect(linesOf([Buffer.from('{"uid":')])).toEqual({ lines: [], overlong: 0 })
})
