import { expect, it } from 'vitest'
import { ofOneMoment } from './one-moment.ts'

const reads = (total: number) => ({ total, capped: false, truncated: false })

/** What comes of calls that these totals answer, and how many were made. */
async function asked(totals: readonly (readonly [number, number])[], isTruncated = false) {
  let calls = 0
  const answers = await ofOneMoment(async () => {
    const [ofReads = 0, ofFigures = 0] = totals[calls++] ?? []
    return [reads(ofReads), { total: ofFigures, truncated: isTruncated }]
  })
  return { calls, totals: answers.map(({ total }) => total) }
}

it('asks again where a read was stored between two calls', async () => {
  expect(await asked([[5, 5]])).toEqual({ calls: 1, totals: [5, 5] })
  const later = [
    [5, 6],
    [6, 6],
  ] as const
  expect(await asked(later)).toEqual({ calls: 2, totals: [6, 6] })
})

it('does not ask for ever, nor where one of them does not count all', async () => {
  const never = [
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 4],
  ] as const
  expect(await asked(never)).toEqual({ calls: 3, totals: [3, 4] })
  expect(await asked([[5, 6]], true)).toEqual({ calls: 1, totals: [5, 6] })
})

it('fails as its calls do', async () => {
  await expect(ofOneMoment(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
})
