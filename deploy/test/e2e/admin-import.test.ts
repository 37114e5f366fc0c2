import { readFile } from 'node:fs/promises'
import type { VehicleImport } from '@vehicle-control/protocol'
import type { Page, Route } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { AdminRig } from '../rig/admin-rig.ts'
import { startCountingProxy } from '../rig/counting-proxy.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, focused, logIn, openWatchedPage } from '../rig/watched-page.ts'

const IMPORT = '**/api/vehicles/import'
const NOTHING =
  'Archivo sin filas válidas. Requiere columnas: plate, model, owner, rfid_tag y valores de Tag válidos.'
const HEADS = 'plate,model,owner,rfid_tag\n'

const rig = eachOnItsPage(new AdminRig())
let page: Page
beforeEach(() => void (page = rig.page))

const dialog = () => page.getByRole('dialog', { name: 'Import CSV' })
const says = (text: string | RegExp) => dialog().getByText(text, { exact: true }).waitFor()
const button = (name: string) => dialog().getByRole('button', { name, exact: true })
const lines = (name: RegExp) => dialog().getByRole('list', { name }).getByRole('listitem')

/** Rows that nobody else has. */
const rowsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${name}${i},Logan,Ana,TEST-${name}${i}\n`).join('')

async function pick(content: string | Uint8Array, name = 'vehiculos.csv'): Promise<void> {
  const chosen = page.waitForEvent('filechooser')
  const isOpen = (await dialog().count()) > 0
  if (isOpen) await button('Elegir otro archivo').click()
  else await page.getByRole('button', { name: 'Import CSV' }).click()
  await (await chosen).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

const totalOf = async (q: string) =>
  ((await rig.client.get(`/api/vehicles?q=${q}`)) as { total: number }).total

/** The text of the file that the button saves. */
async function saved(name: string): Promise<string> {
  const download = page.waitForEvent('download')
  await button('Descargar filas por corregir').click()
  const file = await download
  expect(file.suggestedFilename()).toBe(name)
  return readFile(await file.path(), 'utf8')
}

it('imports what Spanish Excel wrote, and hands back what is to be mended', async () => {
  await rig.client.post('/api/vehicles', { plate: 'TAKEN 1', model: 'x', rfid_tag: 'TEST-T1' })
  const text = [
    'Placa;Modelo;Dueño;Tag RFID;Año',
    'ñu 1;"Camión ""grande""; rojo";Muñoz, Íñigo;test-e1;2019',
    'EUR 2;"de 10 €";=1+1;test-e2;2019',
    ';x;y;test-e3;2019',
    'EUR 4;x;y;;2019',
    'EUR 5;x;y;t_5;2019',
    'EUR 6;x;y;test-e1;2019',
    'TAKEN 1;x;y;test-e7;2019',
    '',
  ].join('\r\n')
  const euro = 0x80
  const bytes = Uint8Array.from(text, (char) => (char === '€' ? euro : char.charCodeAt(0)))
  await rig.open()
  await pick(bytes)
  await says('Importar 4 filas?')
  expect(await lines(/^3 filas se dejan fuera/).allTextContents()).toEqual([
    'Línea 4: Sin placa',
    'Línea 5: Sin tag',
    'Línea 6: Tag inválido',
  ])
  expect(await lines(/^1 fila repite/).allTextContents()).toEqual([
    'Línea 7: Repite el tag de la línea 2',
  ])
  expect(await faultsInAllLooks(page)).toEqual([])
  let calls = 0
  await page.route(IMPORT, (route) => {
    calls += 1
    return route.continue()
  })
  await button('Importar').dblclick()
  await says('Importadas: 2, Fallidas: 2')
  expect(calls).toBe(1)
  expect(await lines(/^2 filas no entraron/).allTextContents()).toEqual([
    expect.stringMatching(/^Línea 7: Placa o Tag ya existen/),
    expect.stringMatching(/^Línea 8: Placa o Tag ya existen/),
  ])
  expect(await faultsInAllLooks(page)).toEqual([])
  expect(await rig.stored('ÑU 1')).toMatchObject([
    { model: 'Camión "grande"; rojo', owner: 'Muñoz, Íñigo', rfid_tag: 'TEST-E1' },
  ])
  expect(await rig.stored('EUR 2')).toMatchObject([{ model: 'de 10 €', owner: '=1+1' }])

  const toMend = await saved('vehiculos_por_corregir.csv')
  expect(toMend.split('\r\n')[0]).toBe('\uFEFF"plate";"model";"owner";"rfid_tag";"linea";"motivo"')
  expect(toMend).toContain('"EUR 4";"x";"y";"";"5";"Sin tag"')
  await button('Cerrar').last().click()
  await page.getByRole('row').filter({ hasText: 'ÑU 1' }).waitFor()
  await until('the focus back', async () => (await focused(page)) === 'Import CSV')
  await pick(toMend.replace('"EUR 4";"x";"y";""', '"EUR 4";"x";"y";"TEST-E4"'))
  await says('Importar 3 filas?')
  await button('Importar').click()
  await says('Importadas: 1, Fallidas: 2')
})

it.each([
  ['an empty one', ''],
  ['a PDF', '%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'],
  ['one without tags', 'placa,modelo\nKLM482,Duster\n'],
])('refuses %s, and takes another', async (_, text) => {
  await rig.open()
  await pick(text)
  await dialog().getByRole('alert').getByText(NOTHING).waitFor()
  expect(await button('Importar').count()).toBe(0)
  await pick(`${HEADS}KLM482,x,y,TEST-482\n`)
  await says('Importar 1 fila?')
  await button('Cancelar').click()
  await dialog().waitFor({ state: 'detached' })
})

it('brings back what was exported', async () => {
  const odd = { plate: 'ODD 1', model: '=SUM(A1)', owner: '-"x"; @y', rfid_tag: '-TEST-' }
  await rig.client.post('/api/vehicles', odd)
  const headers = { authorization: `Bearer ${rig.client.token}` }
  const csv = await fetch(new URL('/api/vehicles/export/csv', rig.client.url), { headers })
  const file = new Uint8Array(await csv.arrayBuffer())
  await rig.remove('ODD 1')
  await rig.open()
  await pick(file)
  await says(/^Importar \d+ filas\?$/)
  await button('Importar').click()
  await says(/^Importadas: 1, Fallidas: \d+$/)
  expect(await rig.stored('ODD 1')).toMatchObject([odd])
})

it('reads 50,000 rows, and keeps their mistakes out of the page', async () => {
  await rig.open()
  await pick(HEADS + rowsOf('BIG', 50_000) + 'x,,,\n'.repeat(5000))
  await says('Importar 50.000 filas?')
  await says('5.000 filas se dejan fuera:')
  expect(await lines(/^5\.000 filas/).count()).toBe(101)
})

describe('a long import', () => {
  it('is cancelled between two chunks, and tells what is in', async () => {
    const held: Route[] = []
    await page.route(IMPORT, (route) => void held.push(route))
    await rig.open()
    await pick(HEADS + rowsOf('CUT', 1200))
    await says('Importar 1.200 filas?')
    await button('Importar').click()
    await until('the first chunk', async () => held.length === 1)
    await says('0 de 1.200 filas')
    expect(await faultsInAllLooks(page)).toEqual([])
    await held[0]?.continue()
    await until('the second chunk', async () => held.length === 2)
    await says('500 de 1.200 filas')
    await page.keyboard.press('Escape')
    await button('Cancelar').click()
    await says('Cancelando…')
    await held[1]?.continue()
    await says('Importadas: 1.000, Fallidas: 0')
    await says('Importación cancelada. Sin enviar: 200')
    expect((await saved('vehiculos_por_corregir.csv')).split('\r\n')).toHaveLength(201)
    expect([held.length, await totalOf('CUT')]).toEqual([2, 1000])
  })

  it('stops at a refusal', async () => {
    await page.route(IMPORT, (route) => route.fulfill({ status: 403, body: '{}' }))
    await rig.open()
    await pick(HEADS + rowsOf('NOT', 2))
    await button('Importar').click()
    await dialog()
      .getByText(/^Error importando CSV\. Error: 403/)
      .waitFor()
    await says('La importación se detuvo. Sin enviar: 2')
  })

  it('goes on where the hub was gone, and counts nothing twice', { timeout: 120_000 }, async () => {
    const link = await startCountingProxy(rig.client.url)
    const watched = await openWatchedPage(rig.browser, link.url)
    page = watched.page
    await logIn(page, '/admin')
    const bodies: string[] = []
    // The second chunk is stored, and its answer is lost with the wire.
    await page.route(IMPORT, async (route) => {
      const body = route.request().postData() ?? ''
      bodies.push(body)
      if (bodies.length !== 2) return route.continue()
      const { rows } = JSON.parse(body) as VehicleImport
      await rig.client.post('/api/vehicles/import', { rows })
      link.cut()
      await route.continue()
    })
    await pick(HEADS + rowsOf('WIRE', 1300))
    await button('Importar').click()
    await dialog()
      .getByText('El hub no responde. Lo importado no se pierde ni se repite.')
      .waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    link.mend()
    // The page may have asked again by itself already.
    const result = dialog().getByText('Importadas: 1.300, Fallidas: 0', { exact: true })
    await button('Reintentar').or(result).first().click()
    await result.waitFor()
    expect(await totalOf('WIRE')).toBe(1300)
    expect(bodies[2]).toBe(bodies[1])
    await watched.context.close()
    expect(watched.troubles).toEqual([])
    link.stop()
  })
})
