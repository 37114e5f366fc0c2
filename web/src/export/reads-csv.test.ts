import { SHOWN_COLUMNS } from '@vehicle-control/protocol/vehicle-columns'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { createSiteClock } from '../site-time/site-clock.ts'
import { logOfScan, makeRead, makeVehicle } from '../testing/reads.ts'
import { exportName } from './file-name.ts'
import { readsCsv } from './reads-csv.ts'

const site = createSiteClock('America/Bogota')
const AT = Date.parse('2026-03-10T13:00:09.000Z')
const VEHICLE = makeVehicle({ plate: 'ABC-123', model: 'Hino', owner: 'Ana' })
const SHOWN = SHOWN_COLUMNS.map((column) => VEHICLE[column] ?? '')
const log = (ms: number, change = {}) =>
  logOfScan(
    makeRead('a-1', ms, { ts: new Date(ms).toISOString(), vehicle: { ...VEHICLE, ...change } }),
  )

async function rowsOf(reads: Parameters<typeof readsCsv>[0]): Promise<string[][]> {
  const file = await readsCsv(reads, site)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())
  expect(text.startsWith('\uFEFF"fecha_hora (America/Bogota)";"tag";')).toBe(true)
  return Papa.parse<string[]>(text.slice(1), { delimiter: ';' }).data
}

describe('reads as CSV', () => {
  it('have times of the site, its zone in the head, and their repeats marked', async () => {
    const [head, ...rows] = await rowsOf([log(AT + 59_000), log(AT)])
    expect(head?.at(-1)).toBe('repetida')
    expect(rows).toEqual([
      ['10/03/2026 08:01:08', log(AT).uid, 'Portón', 'Norte', ...SHOWN, 'sí'],
      ['10/03/2026 08:00:09', log(AT).uid, 'Portón', 'Norte', ...SHOWN, 'no'],
    ])
  })

  it('say last what was decided, where something was on one of them', async () => {
    const decision = { verdict: 'deny', reason: 'expired', mode: 'observe' }
    const [head, ...rows] = await rowsOf([{ ...log(AT + 90_000), decision }, log(AT)])
    expect(head?.slice(-2)).toEqual(['repetida', 'decision'])
    expect(rows.map((row) => row.slice(-2))).toEqual([
      ['no', 'no pasa: vencido (observa)'],
      ['no', ''],
    ])
  })

  it('have no cell that is a formula, and every text else as it was', async () => {
    const text = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom(
        '=1+1',
        '＝1+1',
        '\n=1',
        '@SUM(A1)',
        '+57 300',
        '-5',
        '<b>x</b>',
        'a;"b"\nc',
        '=HYPERLINK("x")',
      ),
    )
    await fc.assert(
      fc.asyncProperty(text, async (owner) => {
        const [, row] = await rowsOf([log(AT, { owner })])
        expect(row?.[4 + SHOWN_COLUMNS.indexOf('owner')]).toBe(
          /^'*[=+\-@＝＋－＠\t\r\n]/.test(owner) ? `'${owner}` : owner,
        )
      }),
    )
  })

  it('come all and in order when they are many', async () => {
    const reads = Array.from({ length: 4500 }, (_, i) => ({ ...log(AT - i), uid: `T-${i}` }))
    const [, ...rows] = await rowsOf(reads)
    expect(rows.map((row) => row[1])).toEqual(reads.map(({ uid }) => uid))
  })

  it('stop when they are not wanted any more', async () => {
    await expect(
      readsCsv([log(AT)], site, { signal: AbortSignal.abort(new Error('no')) }),
    ).rejects.toThrow('no')
  })
})

it('the name of a file tells its range, its zone and what was searched for', () => {
  const name = { span: { from: AT, to: null }, now: AT + 3_600_000, site, extension: 'csv' }
  const tail = '2026-03-10_0800_2026-03-10_0900_America-Bogota.csv'
  expect(exportName(name)).toBe(`lecturas_${tail}`)
  expect(exportName({ ...name, search: { known: '0' } })).toBe(`lecturas_sin-registrar_${tail}`)
  const search = { plate: 'KLM 482', owner: ' ../Peña & Hijos S.A.S. ', known: '1' } as const
  expect(exportName({ ...name, search })).toBe(
    `lecturas_KLM-482_Pena-Hijos-S-A-S_registradas_${tail}`,
  )
  const long = { owner: `${'a'.repeat(39)} b${'c'.repeat(200)}` }
  expect(exportName({ ...name, search: long })).toBe(`lecturas_${'a'.repeat(39)}_${tail}`)
})
