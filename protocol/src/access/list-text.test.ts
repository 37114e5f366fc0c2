import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BUCKET_ROWS_MAX, RowsText, rowsText } from './list-text.ts'
import type { ListRow } from './list-row.ts'

const moment = fc.option(fc.integer({ min: 0, max: 8_640_000_000_000_000 }))
const byte = fc.integer({ min: 0, max: 255 })
const row = fc.tuple(
  fc.string({ minLength: 1, maxLength: 64 }).filter((uid) => !/\p{Cc}|[\u2028\u2029]/u.test(uid)),
  byte,
  moment,
  moment,
  fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 0xffff_ffff })),
  byte,
)

test('rows come out of their text as they went in', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
      expect(RowsText.parse(rowsText(rows as ListRow[]))).toEqual(rows)
    }),
  )
})

test.each([
  ['half a line', ',,,,'],
  ['a state that is none', 'zz,,,,,E2801160AA'],
  ['a sign', '-1,,,,,E2801160AA'],
  ['a moment that no date can be', ',,,zzzzzzzzzzz,,E2801160AA'],
  ['a line too few', ',,,,,E2801160AA\n'],
  ['a uid too long', `,,,,,${'A'.repeat(65)}`],
  [
    'too many rows',
    Array(BUCKET_ROWS_MAX + 1)
      .fill(',,,,,A')
      .join('\n'),
  ],
])('%s is refused', (_, text) => {
  expect(RowsText.safeParse(text).success).toBe(false)
})

test('50,000 tags with both dates are less than 2.5 MB as frames', () => {
  const one: ListRow = ['E28011606000020612345678', 1, 1_763_000_000_000, 1_795_000_000_000, 12, 1]
  const bytes = JSON.stringify(rowsText(Array<ListRow>(200).fill(one))).length
  expect(bytes * 250).toBeLessThan(2_500_000)
})
