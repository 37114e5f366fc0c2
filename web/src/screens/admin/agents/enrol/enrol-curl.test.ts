import { execFileSync } from 'node:child_process'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { enrolCurl } from './enrol-curl.ts'

// oxfmt-ignore
const SIGNS = ["'", '"', '\\', '$', '`', '!', ';', ' ', '|', '&', 'ñ', '<', '>', '(', ')', '{', '}', '*', '?', '~', '#', '-', '\n', 'a']

/** The words that a shell makes of a command. */
function wordsOf(command: string): string[] {
  const script = `set -- ${command}; for word; do printf '%s\\0' "$word"; done`
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

it('means the same to a shell, whatever name and location hold', () => {
  const text = fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 20 })
  fc.assert(
    fc.property(text, text, (name, location) => {
      const body = { token: 'tok', code: 'gate-1', name, location }
      const words = wordsOf(enrolCurl('http://10.0.0.7:8080', body))
      expect(words.slice(0, 4)).toEqual([
        'curl',
        '-X',
        'POST',
        'http://10.0.0.7:8080/api/agent/enroll',
      ])
      expect(words.slice(4, 7)).toEqual(['-H', 'Content-Type: application/json', '-d'])
      expect(JSON.parse(words[7] ?? '')).toEqual(body)
    }),
    { numRuns: runs(25) },
  )
})
