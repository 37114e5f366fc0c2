import { READER_TYPES } from '@vehicle-control/edge/readers/reader-types'
import { runs } from '@vehicle-control/protocol/testing/runs'
import { expect, it } from 'vitest'
import { fuzzParser } from './parser-fuzz.ts'
import { parserSubjects } from './subjects.ts'

const subjects = await parserSubjects()

it.each(subjects)('the parser of $name reads a good frame after any bad ones', (subject) => {
  const { uncaught, missed, frames } = fuzzParser(subject, runs(1000))
  expect({ uncaught, missed }).toEqual({ uncaught: 0, missed: 0 })
  expect(frames).toBeGreaterThanOrEqual(1000)
})

it('no type of reader is left out', () => {
  const fuzzed = new Set(subjects.flatMap(({ types }) => types))
  const types = Object.keys(READER_TYPES).filter((type) => type !== 'simulator')
  expect(types.filter((type) => !fuzzed.has(type))).toEqual([])
})
