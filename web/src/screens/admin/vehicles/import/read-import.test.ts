import { BYTE_ORDER_MARK, CSV_FORMAT } from '@vehicle-control/protocol/csv-format'
import { runs } from '@vehicle-control/protocol/testing/runs'
import { byVehicleColumn, VEHICLE_COLUMNS } from '@vehicle-control/protocol/vehicle-columns'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { decodeFile, PIECE_SIZE } from './decode-file.ts'
import { faultyRowsCsv } from './faulty-rows-csv.ts'
import { readImport } from './read-import.ts'
import { readRows } from './read-rows.ts'

const never = new AbortController().signal
const utf8 = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const read = (text: string) => readImport(utf8(text), never)
const sent = async (text: string) => (await read(text)).rows.map(({ row }) => row)
const dropped = async (text: string) =>
  (await read(text)).dropped.map(({ line, reason }) => [line, reason])

const EMPTY = byVehicleColumn(() => '')
const HEADS = 'plate,model,owner,rfid_tag\n'

describe('the heads', () => {
  it.each([
    'Placa;Modelo;Propietario;Tag',
    'PLACA;modelo;Dueño;RFID',
    '"placa";"MODELO";"dueña";"rfid_tag"',
    'Placa *;Modelo;Propietario/Dueño;Tag RFID',
    'Matrícula;Modelo;owner;EPC',
    'sep=;\nplaca;modelo;propietario;tag',
    `${BYTE_ORDER_MARK}placa;modelo;propietario;tag`,
  ])('are known as %j', async (heads) => {
    const rows = await sent(`${heads}\nklm 482;Duster;Ana;tag-1\n`)
    expect(rows).toEqual([
      { ...EMPTY, plate: 'KLM 482', model: 'Duster', owner: 'Ana', rfid_tag: 'TAG-1' },
    ])
  })

  it('do not take the year for the owner', async () => {
    const rows = await sent('Tag;Año;Placa\nTAG-1;2019;KLM482\n')
    expect(rows).toEqual([{ ...EMPTY, plate: 'KLM482', rfid_tag: 'TAG-1' }])
  })

  it.each(['', '\n\n', 'placa,modelo\nKLM482,Duster\n', '%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\n'])(
    'are missed in %j',
    async (text) => {
      expect(await read(text)).toEqual({ rows: [], dropped: [] })
    },
  )
})

describe('rows', () => {
  it('that cannot be stored are listed with their line in the file and the reason', async () => {
    const text = `${HEADS}KLM482,"a\n\nb",Ana,TAG-1\n,x,y,TAG-2\n\nA,x,y,TAG-3\nKLM483,x,y,\nKLM484,x,y,T#1\nKLM485,x,y,${'A'.repeat(33)}\n,,,x\n,,,\nKLM486,${'m'.repeat(121)},y,TAG-9`
    expect(await dropped(text)).toEqual([
      [5, 'Sin placa'],
      [7, 'Placa inválida'],
      [8, 'Sin tag'],
      [9, 'Tag inválido'],
      [10, 'Tag inválido'],
      [11, 'Sin placa. Tag inválido'],
      [13, 'El modelo es demasiado largo'],
    ])
    expect((await sent(text))[0]?.model).toBe('a b')
  })

  it('have an owner of at most 200 characters', async () => {
    const owner = 'ñ'.repeat(200)
    const text = `${HEADS}KLM482,,${owner},TAG-1\nKLM483,,${owner}ñ,TAG-2\n`
    expect(await sent(text)).toMatchObject([{ owner }])
    expect(await dropped(text)).toEqual([[3, 'El propietario es demasiado largo']])
  })

  it('that repeat a plate or a tag are told with the line of the first', async () => {
    const text = `${HEADS}KLM482,x,y,TAG-1\nklm482,x,y,TAG-2\nKLM484,x,y,tag-1\nKLM482,x,y,TAG-1\n`
    const { rows } = await read(text)
    expect(rows.map(({ line, repeats, isTwin }) => [line, repeats, isTwin])).toEqual([
      [2, null, false],
      [3, 'Repite la placa de la línea 2', false],
      [4, 'Repite el tag de la línea 2', false],
      [5, 'Repite la placa de la línea 2. Repite el tag de la línea 2', true],
    ])
  })

  it('after a quote that is never closed are read', async () => {
    const good = (i: number) => `KLM${i},x,y,TAG-${i}\n`
    const text = `${HEADS}${good(100)}"KLM1,x,y,TAG-1\n${good(200)}${good(300)}`
    expect((await read(text)).rows.map(({ line }) => line)).toEqual([2, 4, 5])
    expect(await dropped(text)).toEqual([[3, 'Hay unas comillas sin cerrar']])
    const many = Array.from({ length: 20_000 }, (_, i) => good(i + 1000)).join('')
    const long = await read(`${HEADS}${good(100)}KLM1,"x,y,TAG-1\n${many}`)
    expect([long.rows.length, long.rows[1]?.line, long.dropped.length]).toEqual([20_001, 4, 1])
  })

  it('that a spreadsheet would take for formulas come back as they were', async () => {
    const cells = [
      '=A1',
      '+57',
      '-ABC',
      '@ana',
      '＝A1',
      '＋57',
      "'=A1",
      "''－x",
      "'quoted",
      "O'Hara",
    ]
    const vehicles = cells.map((cell, i) => [`KLM${i}`, cell, cell, `TAG-${i}`])
    const file = Papa.unparse([['plate', 'model', 'owner', 'rfid_tag'], ...vehicles], CSV_FORMAT)
    expect((await sent(BYTE_ORDER_MARK + file)).map(({ owner }) => owner)).toEqual(cells)
  })
})

it('reads Windows-1252 with semicolons and quotes', async () => {
  const text = 'Placa;Modelo;Dueño;Tag\r\nÑAÑ-1;"Camión ""grande""; rojo";Muñoz, Íñigo;TAG-1\r\n'
  const { rows } = await readImport(latin(text), never)
  expect(rows.map(({ row }) => row)).toEqual([
    {
      ...EMPTY,
      plate: 'ÑAÑ-1',
      model: 'Camión "grande"; rojo',
      owner: 'Muñoz, Íñigo',
      rfid_tag: 'TAG-1',
    },
  ])
})

it('writes what did not get in as a file that reads back', async () => {
  const { dropped: faulty } = await read(`${HEADS}A,=x,"Ana; Peña",TAG-1\nKLM482,x,y,\n`)
  const file = new Uint8Array(await (await faultyRowsCsv(faulty)).arrayBuffer())
  const again = await readImport(file, never)
  expect(again.dropped.map(({ cells, reason }) => ({ cells, reason }))).toEqual(
    faulty.map(({ cells, reason }) => ({ cells, reason })),
  )
  const text = new TextDecoder().decode(file)
  expect(text).toContain('"linea";"motivo"')
  expect(text).toContain('"3";"Sin tag"')
  const mended = text.replace('"A"', '"AB"').replace('"y";""', '"y";"TAG-2"')
  expect((await sent(mended)).map(({ plate }) => plate)).toEqual(['AB', 'KLM482'])
})

it('ends where nobody waits for it any more', async () => {
  const abort = new AbortController()
  abort.abort(new Error('closed'))
  await expect(readImport(utf8(HEADS), abort.signal)).rejects.toThrow('closed')
})

const plate = fc
  .stringMatching(/^[A-ZÑ0-9][A-ZÑ0-9 -]{0,18}[A-ZÑ0-9]$/)
  .filter((text) => !/ {2}/.test(text))
// Letters that Latin-1 has (Node takes Windows-1252 for that), symbols that a table is written with, and what Excel takes for formulas.
const words = fc
  .string({
    unit: fc.constantFrom(
      'a',
      'b',
      'ñ',
      'Á',
      ',',
      ';',
      '"',
      "'",
      '=',
      '-',
      '@',
      ' ',
      'é',
      '0',
      '¿',
    ),
    maxLength: 12,
  })
  .map((text) => text.trim())
const vehicle = fc.record({
  ...byVehicleColumn(() => words),
  plate,
  rfid_tag: fc.stringMatching(/^[A-Z0-9-]{3,32}$/),
})
const form = fc.record({
  delimiter: fc.constantFrom(',', ';'),
  newline: fc.constantFrom('\n', '\r\n'),
  quotes: fc.boolean(),
  hasMark: fc.boolean(),
  isLatin: fc.boolean(),
})

const write = (text: string, isLatin: boolean, hasMark: boolean) =>
  isLatin ? latin(text) : utf8((hasMark ? BYTE_ORDER_MARK : '') + text)

it('reads back any table, whatever it is written with', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(vehicle, { selector: (row) => row.plate, maxLength: 30 }),
      form,
      async (vehicles, { delimiter, newline, quotes, hasMark, isLatin }) => {
        const format = { ...CSV_FORMAT, delimiter, newline, quotes }
        const table = vehicles.map((row) => VEHICLE_COLUMNS.map((column) => row[column]))
        const text = Papa.unparse([[...VEHICLE_COLUMNS], ...table], format)
        const plan = await readImport(write(text, isLatin, hasMark), never)
        expect(plan.dropped).toEqual([])
        expect(plan.rows.map(({ row }) => row)).toEqual(vehicles)
      },
    ),
    { numRuns: runs(100) },
  )
})

it('cuts a text anywhere and finds the same rows on the same lines', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'b', '"', ',', '\n', ';'), maxLength: 6 })
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (table, lengths) => {
        const text = Papa.unparse(table, { newline: '\n' })
        const pieces: string[] = []
        for (let at = 0, i = 0; at < text.length; i += 1) {
          const length = lengths[i % lengths.length] ?? 1
          pieces.push(text.slice(at, at + length))
          at += length
        }
        const rows = [...readRows(pieces, ',')].flat()
        expect(rows.map(({ cells }) => cells)).toEqual(table)
        let line = 1
        for (const row of rows) {
          expect(row.line).toBe(line)
          line += 1 + row.cells.join('').split('\n').length - 1
        }
      },
    ),
    { numRuns: runs(300) },
  )
})

it('decodes line ends and letters that two pieces share', async () => {
  const text = `${'a'.repeat(PIECE_SIZE - 1)}\r\n${'b'.repeat(PIECE_SIZE - 2)}ñ\rc`
  expect((await decodeFile(utf8(text))).join('')).toBe(text.replaceAll(/\r\n?/g, '\n'))
  const letters = Array.from('placa').flatMap((letter) => [letter.charCodeAt(0), 0])
  const wide = Uint8Array.from([0xff, 0xfe, ...letters])
  expect((await decodeFile(wide)).join('')).toBe('placa')
})
