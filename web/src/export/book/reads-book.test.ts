// @vitest-environment jsdom
import {
  SHOWN_COLUMNS,
  type ShownColumn,
  VEHICLE_WORDS,
} from '@vehicle-control/protocol/vehicle-columns'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { createSiteClock } from '../../site-time/site-clock.ts'
import { logOfScan, makeRead, makeVehicle } from '../../testing/reads.ts'
import { readsBook } from './reads-book.ts'

const AT = Date.parse('2026-03-10T13:00:09.900Z')
const site = createSiteClock('America/Bogota')
const VEHICLE = makeVehicle({ plate: 'ABC-123', model: 'Hino', owner: 'Ana' })
/** The letters of columns in a sheet: a read's vehicle stands from E on, and «Repetida» is the last. */
const letterOf = (column: ShownColumn) => 'EFGHIJKLMNOP'[SHOWN_COLUMNS.indexOf(column)]
const LAST = 'EFGHIJKLMNOP'[SHOWN_COLUMNS.length]
const log = (ms: number, change = {}) =>
  logOfScan(
    makeRead('a-1', ms, { ts: new Date(ms).toISOString(), vehicle: { ...VEHICLE, ...change } }),
  )

interface Opened {
  /** The sheet of the reads. */
  sheet: Document
  info: string[][]
  files: Record<string, string>
}

async function opened(
  reads: Parameters<typeof readsBook>[0],
  facts: [string, string][] = [['Zona', 'Z']],
  at = site,
): Promise<Opened> {
  const zip = unzipSync(new Uint8Array(await (await readsBook(reads, at, { facts })).arrayBuffer()))
  const files = Object.fromEntries(
    Object.entries(zip).map(([name, file]) => [name, strFromU8(file)]),
  )
  const parse = (name: string) => new DOMParser().parseFromString(files[name] ?? '', 'text/xml')
  const shared = [...parse('xl/sharedStrings.xml').querySelectorAll('si')].map(
    (si) => si.textContent,
  )
  const sheets = ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml'].map(parse)
  for (const one of sheets) {
    expect(one.querySelector('parsererror')).toBeNull()
    for (const cell of one.querySelectorAll('c[t=s]')) {
      cell.replaceChildren(shared[Number(cell.textContent)] ?? '')
    }
  }
  const [sheet, second] = sheets
  if (!sheet || !second) throw new Error('a sheet is missing')
  return { sheet, info: textsOf(second), files }
}

function textsOf(sheet: Document): string[][] {
  return [...sheet.querySelectorAll('row')].map((row) =>
    [...row.querySelectorAll('c')].map((cell) => cell.textContent ?? ''),
  )
}

const cellOf = (sheet: Document, address: string) => sheet.querySelector(`c[r=${address}]`)

/** What a spreadsheet shows for a date's number. */
const shownAs = (serial: string | null | undefined) =>
  new Date(Math.round((Number(serial) - 25_569) * 86_400_000)).toISOString().slice(0, 19)

describe('reads as a workbook', () => {
  it('have a bold, frozen head with filters, and columns wide enough', async () => {
    const { sheet, files } = await opened([log(AT)])
    expect(textsOf(sheet)[0]).toEqual([
      'Fecha y hora',
      'Tag',
      'Agente',
      'Ubicación',
      ...SHOWN_COLUMNS.map((column) => VEHICLE_WORDS[column]),
      'Repetida',
    ])
    expect(sheet.querySelector('pane')?.getAttribute('state')).toBe('frozen')
    expect(sheet.querySelector('pane')?.getAttribute('topLeftCell')).toBe('A2')
    expect(sheet.querySelector('autoFilter')?.getAttribute('ref')).toBe(`A1:${LAST}2`)
    const widths = [...sheet.querySelectorAll('cols > col')].map((col) => col.getAttribute('width'))
    expect(widths).toHaveLength(5 + SHOWN_COLUMNS.length)
    const order = [...sheet.documentElement.children].map(({ localName }) => localName)
    // A spreadsheet takes a file whose parts stand in another order for broken.
    const parts = ['sheetData', 'autoFilter', 'conditionalFormatting', 'pageSetup', 'ignoredErrors']
    expect(order.filter((name) => parts.includes(name))).toEqual(parts)
    const head = Number(cellOf(sheet, 'A1')?.getAttribute('s'))
    const styles = new DOMParser().parseFromString(files['xl/styles.xml'] ?? '', 'text/xml')
    const format = styles.querySelectorAll('cellXfs > xf')[head]
    const font = styles.querySelectorAll('fonts > font')[Number(format?.getAttribute('fontId'))]
    expect(font?.querySelector('b')).not.toBeNull()
  })

  it('have dates of the site in whole seconds, and everything else as text', async () => {
    const { sheet, files } = await opened([log(AT + 59_000), log(AT)])
    expect(shownAs(cellOf(sheet, 'A2')?.textContent)).toBe('2026-03-10T08:01:08')
    expect(shownAs(cellOf(sheet, 'A3')?.textContent)).toBe('2026-03-10T08:00:09')
    const date = cellOf(sheet, 'A3')
    expect(date?.hasAttribute('t')).toBe(false)
    const styles = new DOMParser().parseFromString(files['xl/styles.xml'] ?? '', 'text/xml')
    const used = styles.querySelectorAll('cellXfs > xf')[Number(date?.getAttribute('s'))]
    const id = used?.getAttribute('numFmtId')
    expect(styles.querySelector(`numFmt[numFmtId="${id}"]`)?.getAttribute('formatCode')).toBe(
      'dd/mm/yyyy hh:mm:ss',
    )
    expect(textsOf(sheet)[1]?.slice(1)).toEqual([
      log(AT).uid,
      'Portón',
      'Norte',
      ...SHOWN_COLUMNS.map((column) => VEHICLE[column]).filter((text) => text !== null),
      'sí',
    ])
  })

  it('show what clocks showed around their changes', async () => {
    // Santiago's clocks went from 24:00 back to 23:00 on the 4th of April 2026.
    const santiago = createSiteClock('America/Santiago')
    const change = Date.parse('2026-04-05T03:00:00Z')
    const reads = [
      log(change + 3_600_000),
      log(change),
      log(change - 1000),
      log(change - 3_600_000),
    ]
    const { sheet } = await opened(reads, [], santiago)
    const shown = [2, 3, 4, 5].map((row) => shownAs(cellOf(sheet, `A${row}`)?.textContent))
    expect(shown).toEqual([
      '2026-04-05T00:00:00',
      '2026-04-04T23:00:00',
      '2026-04-04T23:59:59',
      '2026-04-04T23:00:00',
    ])
  })

  it('keep each text as it is, be it digits, a formula or a word of the language', async () => {
    const text = fc.oneof(
      fc.constantFrom(
        '=1+1',
        '0012E5',
        '123456789012345678901234',
        '-5',
        '🚚 <b>&"',
        'constructor',
      ),
      fc.constantFrom('_x0041_', ' a ', '$& $1', 'a\nb', 'ñ'.repeat(200), '__proto__', 'toString'),
      fc.string({ minLength: 1, unit: 'grapheme-ascii' }),
    )
    await fc.assert(
      fc.asyncProperty(text, text, async (plate, owner) => {
        const { sheet } = await opened([log(AT, { plate, owner })])
        for (const [address, value] of [
          [`${letterOf('plate')}2`, plate],
          [`${letterOf('owner')}2`, owner],
        ] as const) {
          const cell = cellOf(sheet, address)
          expect(cell?.getAttribute('t')).toBe('inlineStr')
          expect(cell?.textContent.replaceAll('_x005F_', '_')).toBe(value)
        }
        expect(sheet.querySelector('f')).toBeNull()
      }),
      { numRuns: 60 },
    )
  })

  it('say last what was decided, where something was on one of them', async () => {
    const decision = { verdict: 'allow', reason: 'hours', mode: 'enforce', marked: true as const }
    const { sheet } = await opened([{ ...log(AT + 90_000), decision }, log(AT)])
    const [head, ...rows] = textsOf(sheet)
    expect(head?.slice(-2)).toEqual(['Repetida', 'Decisión'])
    expect(rows[0]?.slice(-2)).toEqual(['no', 'pasa, marcado: fuera de horario'])
    expect(rows[1]?.at(-1)).toBe('no')
    const area = sheet.querySelector('autoFilter')?.getAttribute('ref')
    expect(area).toBe(`A1:${'EFGHIJKLMNOP'[SHOWN_COLUMNS.length + 1]}3`)
  })

  it('say which tags no asset has', async () => {
    const unknown = logOfScan(makeRead('a-2', AT, { vehicle: null }))
    const { sheet } = await opened([unknown, log(AT, { plate: null })])
    expect(cellOf(sheet, 'E2')?.textContent).toBe('Sin registrar')
    expect(cellOf(sheet, 'E3')).toBeNull()
    const rule = sheet.querySelector('conditionalFormatting')
    expect(rule?.getAttribute('sqref')).toBe(`A2:${LAST}3`)
    expect(rule?.textContent).toBe('$E2="Sin registrar"')
  })

  it('come all and in order when they are many, with what they are in a sheet of its own', async () => {
    const reads = Array.from({ length: 1100 }, (_, i) => ({ ...log(AT - i), uid: `T-${i}` }))
    const { sheet, info, files } = await opened(reads, [
      ['Sitio', 'Patio =1+1'],
      ['Zona', 'Z'],
    ])
    const [, ...rows] = textsOf(sheet)
    expect(rows.map((row) => row[1])).toEqual(reads.map(({ uid }) => uid))
    expect([...sheet.querySelectorAll('row')].map((row) => Number(row.getAttribute('r')))).toEqual(
      Array.from({ length: 1101 }, (_, i) => i + 1),
    )
    expect(info).toEqual([
      ['Sitio', 'Patio =1+1'],
      ['Zona', 'Z'],
    ])
    expect(files['xl/workbook.xml']).toMatch(/name="Lecturas".*name="Información"/)
  })
})
