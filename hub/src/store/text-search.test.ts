import { sql } from 'kysely'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { containsText } from './text-search.ts'

let store: TempStore
beforeAll(async () => {
  store = await openTempStore()
})
afterAll(() => store.close())

async function finds(stored: string, searched: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean | number }>`
    select ${containsText(['owner'], searched)} as found
    from (select cast(${stored} as text) as owner) as one`.execute(store.db)
  return Boolean(rows[0]?.found)
}

it.each([
  ['Gonçalves', 'GONÇALVES'],
  ['GONÇALVES', 'gonçalves'],
  ['GONÇALVES', 'goncal'],
  ['João Simões', 'JOAO SIMOES'],
  ['NUÑEZ', 'nuñez'],
  ['Brøgger', 'BROGGER'],
  ['Ægir', 'æGIR'],
])('«%s» is found by «%s»', async (stored, searched) => {
  expect(await finds(stored, searched)).toBe(true)
})

it('finds a text in either case, whatever its letters of western Europe', async () => {
  const letters = 'abzÁáÀàÂâÃãÄäÅåÇçÉéÈèÊêËëÍíÌìÎîÏïÑñÓóÒòÔôÕõÖöØøÚúÙùÛûÜüÝýÆæÐðÞþ%_\\'
  const word = fc.string({
    unit: fc.constantFrom(...letters.split('')),
    minLength: 1,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(word, async (text) => {
      expect(await finds(`0 ${text} 1`, text.toUpperCase())).toBe(true)
      expect(await finds(`0 ${text.toUpperCase()} 1`, text.toLowerCase())).toBe(true)
      expect(await finds('0 1', text)).toBe(false)
    }),
    { numRuns: runs(50) },
  )
})
