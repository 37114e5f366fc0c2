import { readFileSync } from 'node:fs'
import type { LogsResponse, ReadLog } from '@vehicle-control/protocol'
import { strFromU8, unzipSync } from 'fflate'
import type { Download } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DashboardRig, hostile } from '../rig/dashboard-rig.ts'
import { readTags } from '../rig/dashboard-site.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const DAY_MS = 86_400_000

/** More than a file takes. */
const READS = 25_000

const rig = eachOnItsPage(new DashboardRig(READS))

async function textOf(download: Download): Promise<string> {
  return readFileSync(await download.path(), 'utf8')
}

/** Where what stands beside and below the place of messages is. */
async function places(): Promise<(number | undefined)[]> {
  const parts = [rig.button('Refrescar'), rig.button('PNG'), rig.region('Lecturas en rango')]
  return await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y))
}

describe('the exports', () => {
  const since = (ms: number) => {
    // The site is in Bogotá, whose clocks never change.
    const wall = new Date(Date.now() - ms - 5 * 3_600_000).toISOString().slice(0, 16)
    return `?range=custom&from=${wall}`
  }

  it('write 20,000 rows for Excel, telling how far they are', async () => {
    await rig.dashboard(since(4 * DAY_MS))
    const before = await places()
    const download = rig.page.waitForEvent('download')
    await rig.button('Excel').click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(
      /^lecturas_\d{4}-\d\d-\d\d_\d{4}_\d{4}-\d\d-\d\d_\d{4}_America-Bogota\.csv$/,
    )
    await rig.page.getByText(/^Guardado: .* más nuevas/).waitFor()
    expect(await places()).toEqual(before)
    const lines = (await textOf(file)).split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFF"fecha_hora (America/Bogota)";"tag";"agente";"ubicacion";"placa";"modelo";"propietario";"repetida"',
    )
    expect(lines).toHaveLength(20_001)
    const { logs } = (await rig.client.get('/api/rfid/logs?limit=20000&from=0')) as LogsResponse
    const tags = lines.slice(1).map((line) => line.split('";"')[1])
    expect(tags).toEqual(logs.map((log: ReadLog) => log.uid))
    await rig.page
      .getByText('con las 20.000 lecturas más nuevas: el rango puede tener más.')
      .waitFor()
  })

  it('write 20,000 rows as a workbook', async () => {
    await rig.dashboard(since(4 * DAY_MS))
    const before = await places()
    const download = rig.page.waitForEvent('download')
    await rig.button('XLSX').click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^lecturas_.*_America-Bogota\.xlsx$/)
    await rig.page.getByText(/^Guardado: .* más nuevas/).waitFor()
    expect(await places()).toEqual(before)
    expect(await faultsInAllLooks(rig.page)).toEqual([])
    const files = unzipSync(readFileSync(await file.path()))
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    const tags = Array.from(sheet.matchAll(/<c r="B\d+"[^>]*><is><t>([^<]*)/g), ([, tag]) => tag)
    const { logs } = (await rig.client.get('/api/rfid/logs?limit=20000&from=0')) as LogsResponse
    expect(tags).toEqual(logs.map((log: ReadLog) => log.uid))
  })

  it('are one button on a narrow screen, which gives the focus back', async () => {
    await rig.page.setViewportSize({ width: 390, height: 800 })
    await rig.dashboard(`?tag=${hostile.rfid_tag}`)
    expect(await rig.button('XLSX').count()).toBe(0)
    await rig.button('Exportar').press('Enter')
    await rig.button('PNG').waitFor()
    await rig.page.keyboard.press('Tab')
    await rig.page.keyboard.press('Escape')
    await rig.button('PNG').waitFor({ state: 'detached' })
    await rig.page.locator('button:focus').getByText('Exportar', { exact: true }).waitFor()
    await rig.button('Exportar').click()
    const download = rig.page.waitForEvent('download')
    await rig.button('Excel').click()
    await download
    await rig.page.getByText(/^Guardado: /).waitFor()
    expect(await rig.button('Excel').count()).toBe(0)
    await rig.button('Cerrar aviso').click()
    await rig.page.getByText(/^Guardado: /).waitFor({ state: 'detached' })
  })

  it('write no formula and mark repeats', async () => {
    await rig.dashboard(`?tag=${hostile.rfid_tag}`)
    const download = rig.page.waitForEvent('download')
    await rig.button('Excel').click()
    const [, newest, older] = (await textOf(await download)).split('\r\n')
    const owner = `"'=HYPERLINK(""http://x.co"";""clic"")"`
    expect(
      newest?.endsWith(
        `"${hostile.plate}";${JSON.stringify(hostile.model).replaceAll('\\"', '""')};${owner};"sí"`,
      ),
    ).toBe(true)
    expect(older?.endsWith(`;${owner};"no"`)).toBe(true)
  })

  it('can be cancelled', async () => {
    await rig.dashboard()
    await rig.page.route(
      (url) => url.searchParams.get('limit') === '20000',
      () => {
        // Held until the page gives up.
      },
    )
    await rig.button('Excel').click()
    await rig.page.getByRole('progressbar', { name: 'Exportar' }).waitFor()
    await rig.button('Cancelar').click()
    await rig.page.getByText('Exportación cancelada.').waitFor()
  })

  it('say what failed', async () => {
    await rig.dashboard()
    await rig.fail('/api/rfid/logs', 500)
    await rig.button('Excel').click()
    await rig.alert('Error exportando (ver consola).').waitFor()
  })

  it('open a report that prints itself once', async () => {
    await rig.dashboard(`?tag=${hostile.rfid_tag}`)
    const popup = rig.page.waitForEvent('popup')
    await rig.button('PDF').click()
    const report = await popup
    await report.waitForFunction(() => Reflect.get(globalThis, 'prints') === 1)
    const { pathname, hostname } = new URL(report.url())
    expect(pathname).toBe('/report')
    // The file is called so: by the site's name, else its host.
    expect(await report.title()).toMatch(new RegExp(`^Reporte de lecturas ${hostname} .*\\d\\d/`))
    const body = report.getByRole('table', { name: /Lecturas del rango/ }).locator('tbody tr')
    expect(await body.count()).toBe(2)
    expect(await body.first().textContent()).toContain(hostile.model + hostile.owner)
    await report.getByText('2 de 2').waitFor()
    await report.getByRole('img', { name: /^Lecturas por hora del rango\. Total 2\./ }).waitFor()
    await report.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await report.locator('html[data-mantine-color-scheme=dark]').waitFor()
    expect(await report.getByRole('button', { name: 'Imprimir' }).isVisible()).toBe(false)
    const paper = await report.evaluate(() => {
      const { colorScheme, backgroundColor } = getComputedStyle(document.documentElement)
      const margins = document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules])
      return { colorScheme, backgroundColor, margins: margins.map(({ cssText }) => cssText).join() }
    })
    expect(paper).toMatchObject({ colorScheme: 'light', backgroundColor: 'rgb(255, 255, 255)' })
    expect(paper.margins).toContain('content: "Página " counter(page) " de " counter(pages)')
    await report.emulateMedia({ media: 'screen' })
    expect(await faultsInAllLooks(report)).toEqual([])
    const closed = report.waitForEvent('close')
    await report.getByRole('button', { name: 'Cerrar' }).click()
    await closed
  })

  it('mark on paper which tags nobody has registered', async () => {
    await rig.page.goto('/report?tag=TEST-901')
    await rig.page.getByText('Tag: TEST-901', { exact: true }).waitFor()
    await rig.page.getByRole('cell', { name: '▲ Sin registrar' }).waitFor()
    const row = rig.page.getByRole('row', { name: /TEST-901/ })
    expect(await row.getByRole('cell').first().textContent()).toMatch(/^\d\d:\d\d:\d\d$/)
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('put 10,000 rows on paper and say that there are more', async () => {
    await rig.page.route(/\/api\/rfid\/logs\?/, async (route) => {
      const response = await route.fetch()
      const json = { ...((await response.json()) as LogsResponse), truncated: true }
      await route.fulfill({ response, json })
    })
    await rig.page.goto(`/report${since(4 * DAY_MS)}`)
    await rig.page.getByRole('table', { name: '9.001 a 10.000' }).waitFor()
    expect(await rig.page.locator('tbody tr').count()).toBeGreaterThanOrEqual(10_000)
    await rig.page.getByText(/^10\.000 de 2\d\.\d{3}$/).waitFor()
    await rig.page.getByText('El rango tiene más lecturas').waitFor()
    // The newest that fit are all there, however few reads were looked through for them.
    expect(await rig.page.getByText('La búsqueda revisó solo').count()).toBe(0)
    const last = rig.page.getByRole('table', { name: '9.001 a 10.000' })
    expect(await last.locator('tbody tr').count()).toBe(1000)
    await rig.page.emulateMedia({ media: 'print' })
    // A browser that still left it out on paper would give its rows no place.
    expect((await last.locator('tbody').boundingBox())?.height).toBeGreaterThan(5000)
    await rig.page.emulateMedia({ media: null })
    const pdf = (await rig.page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
    const pages = pdf.match(/\/Type \/Page\b/g)?.length ?? 0
    // 62 rows a page or more, and the first is not theirs alone.
    expect(pages).toBeGreaterThan(10_000 / 68)
    expect(pages).toBeLessThan(10_000 / 62 + 1)
  })

  it('break no plate, tag nor time on paper, however long the names are', async () => {
    const long = 'Transportes Unidos de la Sabana '.repeat(7)
    const owner = `${long.slice(0, 199)}X`
    const vehicles = ['EWB590', 'WMW0007', 'MWMWMWMWMW'].map((plate, i) => {
      return { plate, model: long.slice(0, 119), owner, rfid_tag: `E2FFFFFFFFFFFFFFFFFFFF0${i}` }
    })
    for (const vehicle of vehicles) await rig.client.post('/api/vehicles', vehicle)
    await rig.site.backdateAssets(60_000)
    await readTags(
      rig.client,
      'porton-largo',
      vehicles.map(({ rfid_tag }) => rfid_tag),
    )
    await rig.page.emulateMedia({ media: 'print' })
    for (const [name, mm] of [
      ['A4', 190],
      ['Letter', 196],
    ] as const) {
      // What is between the margins of a sheet.
      await rig.page.setViewportSize({ width: Math.floor((mm * 96) / 25.4), height: 900 })
      await rig.page.goto(`/report?tag=E2FFFFFFFFFFFFFFFFFFFF`)
      await rig.page.waitForFunction(() => Reflect.get(globalThis, 'prints') === 1)
      const ofCodes = 'td:is([data-cell="at"], [data-cell="tag"], [data-cell="plate"])'
      const codes = await rig.page.locator(ofCodes).evaluateAll((cells) =>
        cells.map((cell) => {
          const text = document.createRange()
          text.selectNodeContents(cell)
          const isWhole = cell.scrollWidth <= cell.clientWidth
          return { text: cell.textContent, lines: text.getClientRects().length, isWhole }
        }),
      )
      expect(codes.map(({ text }) => text)).toEqual(expect.arrayContaining(['WMW0007', 'EWB590']))
      expect([name, codes.filter(({ lines, isWhole }) => lines !== 1 || !isWhole)]).toEqual([
        name,
        [],
      ])
      const width = await rig.page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(rig.page.viewportSize()?.width ?? 0)
    }
  })

  it('name nobody else in the report of a customer, and add up to its reads', async () => {
    const owner = 'Propietario 17'
    const { logs } = (await rig.client.get('/api/rfid/logs?limit=20000&from=0')) as LogsResponse
    const isTheirs = (log: ReadLog) => log.owner?.includes(owner)
    const [theirs, others] = [logs.filter(isTheirs), logs.filter((log) => !isTheirs(log))]
    expect(theirs.length).toBeGreaterThan(10)
    const range = since(4 * DAY_MS)
    await rig.page.goto(`/report${range}&owner=${encodeURIComponent(owner)}`)
    await rig.page.getByRole('heading', { name: 'Totales por agente' }).waitFor()
    const text = await rig.page.locator('main').innerText()
    expect(text).toContain(owner)
    // A part of a name catches others too, and the head says whom.
    const caught = new Set(theirs.map((log) => log.owner))
    expect(caught.size).toBeGreaterThan(5)
    expect(text).toMatch(
      new RegExp(
        `${caught.size} propietarios hallados\\s+(?:Propietario 17\\d?, ){4}Propietario 17\\d? y ${caught.size - 5} más`,
      ),
    )
    // Also in what is read out alone, and in the names of charts.
    const all = (await rig.page.content()).replaceAll(/<style.*?<\/style>/gs, '')
    const named = new Set(others.flatMap(({ plate, owner: of }) => [plate, of]))
    expect(named.size).toBeGreaterThan(100)
    const words = all.match(/Propietario \d+|[A-Z]{3}\d{2,3}[A-Z]?/g) ?? []
    expect(words.filter((word) => named.has(word))).toEqual([])
    const found = await rig.page.getByText(/^[\d.]+ de [\d.]+$/).textContent()
    const total = Number(found?.split(' de ')[1]?.replaceAll('.', ''))
    const totalsOf = async (name: string) => {
      const section = rig.page.locator('section').filter({
        has: rig.page.getByRole('heading', { name }),
      })
      const cells = await section.locator(':is(tbody, tfoot) td:last-child').allTextContents()
      const numbers = cells.map((cell) => Number(cell.replaceAll('.', '')))
      const foot = numbers.pop()
      return { foot, sum: numbers.reduce((sum, number) => sum + number, 0) }
    }
    expect(total).toBeGreaterThanOrEqual(theirs.length)
    expect(await totalsOf('Totales por día')).toEqual({ foot: total, sum: total })
    expect(await totalsOf('Totales por agente')).toEqual({ foot: total, sum: total })
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('say that a report failed, and try again', async () => {
    const mend = await rig.fail('/api/rfid/stats/report', 500)
    await rig.page.goto(`/report?tag=${hostile.rfid_tag}`)
    await rig.alert('Error generando reporte.').waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
    await mend()
    await rig.button('Reintentar').click()
    await rig.page.waitForFunction(() => Reflect.get(globalThis, 'prints') === 1)
  })

  it('say that there is nothing to report', async () => {
    await rig.page.goto('/report?plate=NOBODY')
    await rig.alert('Sin datos para exportar en el rango seleccionado.').waitFor()
  })

  it('ask for popups where they are blocked', async () => {
    await rig.dashboard()
    await rig.page.evaluate(() => {
      window.open = () => null
    })
    await rig.button('PDF').click()
    await rig.alert('Permite popups').waitFor()
  })

  it.each(['light', 'dark'] as const)('draw the charts as a picture in %s', async (colorScheme) => {
    await rig.page.emulateMedia({ colorScheme })
    await rig.dashboard()
    const download = rig.page.waitForEvent('download')
    await rig.button('PNG').click()
    const file = await download
    expect(file.suggestedFilename()).toBe('dashboard_charts.png')
    const png = readFileSync(await file.path()).toString('base64')
    const seen = await rig.page.evaluate(async (data) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = document.createElement('canvas')
      const { width, height } = Object.assign(canvas, { width: image.width, height: image.height })
      const drawing = canvas.getContext('2d')
      drawing?.drawImage(image, 0, 0)
      const pixels = drawing?.getImageData(0, 0, width, height).data ?? []
      // By thirds of the height: how much of each is neither white nor see-through.
      const thirds = [0, 0, 0]
      let clear = 0
      for (let i = 0; i < pixels.length; i += 4) {
        if (pixels[i + 3] !== 255) clear++
        const third = Math.floor((3 * i) / pixels.length)
        if ((pixels[i] ?? 255) < 200) thirds[third] = (thirds[third] ?? 0) + 1
      }
      return { width, height, thirds, clear }
    }, png)
    expect(seen).toMatchObject({ width: 2400, clear: 0 })
    for (const drawn of seen.thirds) expect(drawn).toBeGreaterThan(20_000)
  })
})
