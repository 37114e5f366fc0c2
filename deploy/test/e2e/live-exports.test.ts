import { readFileSync } from 'node:fs'
import { type LogsResponse, SHOWN_COLUMNS, VEHICLE_WORDS } from '@vehicle-control/protocol'
import type { Download } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startSeededSite } from '../rig/dashboard-site.ts'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

/** What reads show of a vehicle, as heads of a file. */
const OF_VEHICLE = SHOWN_COLUMNS.map((column) => `"${VEHICLE_WORDS[column].toLowerCase()}"`).join(
  ';',
)
const DAY_MS = 86_400_000
/** More than a file takes, over two days. */
const READS = 25_000

const rig = eachOnItsPage(
  new LiveRig(async (site) => {
    const { client } = await startSeededSite(READS, 2, site)
    await client.post('/api/vehicles', {
      plate: 'XSS001',
      model: '<img src=x onerror="document.title=1">',
      owner: '=HYPERLINK("http://x.co";"clic")',
      rfid_tag: 'E2FFFFFFFFFFFFFFFFFFFFF1',
    })
    return client
  }),
)
const TAG = 'E2FFFFFFFFFFFFFFFFFFFFF1'

// The site is in Bogotá, whose clocks never change.
const wall = (agoMs: number) =>
  new Date(Date.now() - agoMs - 5 * 3_600_000).toISOString().slice(0, 16)

async function exported(): Promise<{ download: Download; lines: string[] }> {
  const waiting = rig.page.waitForEvent('download')
  await rig.button('Exportar Día').click()
  const download = await waiting
  return { download, lines: readFileSync(await download.path(), 'utf8').split('\r\n') }
}

describe('Exportar Día', () => {
  it('writes the whole day of the site, newest first, whatever the table has room for', async () => {
    await rig.live()
    await rig.agent.read([TAG])
    await rig.rows(TAG).waitFor()
    const { download, lines } = await exported()
    expect(download.suggestedFilename()).toMatch(
      /^lecturas_\d{4}-\d\d-\d\d_0000_\d{4}-\d\d-\d\d_\d{4}_America-Bogota\.csv$/,
    )
    expect(lines[0]).toBe(
      `\uFEFF"fecha_hora (America/Bogota)";"tag";"agente";"ubicacion";${OF_VEHICLE};"repetida"`,
    )
    const from = new Date(`${wall(0).slice(0, 10)}T05:00:00.000Z`).toISOString()
    const path = `/api/client/logs?from=${from}&limit=20000`
    const { logs } = (await rig.client.get(path)) as LogsResponse
    expect(lines).toHaveLength(logs.length + 1)
    expect(lines.slice(1).map((line) => line.split('";"')[1])).toEqual(logs.map(({ uid }) => uid))
    await rig.page.getByText(/^Guardado: lecturas_/).waitFor()
  })

  it('applies the filters of the screen, and writes no formula', async () => {
    await rig.live(`?q=${TAG.toLowerCase()}&agent=porton-1`)
    await rig.agent.read([TAG])
    await rig.rows(TAG).first().waitFor()
    const { lines } = await exported()
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines.slice(1)) {
      expect(line).toContain(`"${TAG}";"Portón 1";"Entrada principal";"XSS001"`)
      expect(line).toContain(`"'=HYPERLINK(""http://x.co"";""clic"")"`)
    }
  })

  it('takes 20,000 rows of a longer range and says that there are more', async () => {
    await rig.live(`?from=${wall(4 * DAY_MS)}`)
    const { lines } = await exported()
    expect(lines).toHaveLength(20_001)
    await rig.page.getByText(/Solo las 20\.000 más nuevas de 2\d\.\d{3} lecturas/).waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('tells how far it is, and can be cancelled', async () => {
    await rig.live()
    await rig.page.route(
      (url) => url.searchParams.get('limit') === '20000',
      () => {
        // Held until the page gives up.
      },
    )
    await rig.button('Exportar Día').click()
    await rig.page.getByRole('progressbar', { name: 'Exportar' }).waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
    await rig.button('Cancelar').click()
    await rig.page.getByText('Exportación cancelada.').waitFor()
  })

  it('says what failed, and that there is nothing', async () => {
    await rig.live('?agent=nobody')
    await rig.button('Exportar Día').click()
    await rig.alert('Sin datos para exportar en el rango seleccionado.').waitFor()
    await rig.page.route(
      (url) => url.searchParams.get('limit') === '20000',
      (route) => route.fulfill({ status: 500, body: '{}' }),
    )
    await rig.button('Exportar Día').click()
    await rig.alert('Error exportando (ver consola).').waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
    await rig.button('Cerrar aviso').click()
    await rig.alert('Error exportando').waitFor({ state: 'detached' })
  })
})

describe('PDF', () => {
  it('opens a report of the filtered reads that prints itself once', async () => {
    await rig.context.addInitScript(() => {
      Object.assign(globalThis, { prints: 0 })
      window.print = () => {
        Object.assign(globalThis, { prints: Number(Reflect.get(globalThis, 'prints')) + 1 })
      }
    })
    await rig.live(`?q=${TAG}`)
    await rig.agent.read([TAG])
    await rig.rows(TAG).first().waitFor()
    const popup = rig.page.waitForEvent('popup')
    await rig.button('PDF').click()
    const report = await popup
    await report.waitForFunction(() => Reflect.get(globalThis, 'prints') === 1)
    const row = report.getByRole('row').filter({ hasText: TAG }).first()
    expect(await row.textContent()).toContain('Entrada principalXSS001<img src=x')
    await report.getByText('Zona horaria').waitFor()
    await report.getByText(`Texto: ${TAG}`).waitFor()
    expect(await faultsInAllLooks(report)).toEqual([])
  })

  it('puts 10,000 rows on paper and says that there are more', async () => {
    await rig.context.addInitScript(() => {
      window.print = () => {}
    })
    await rig.page.goto(`/report?of=live&from=${wall(4 * DAY_MS)}`)
    await rig.page.getByText(/^10\.000 de 2\d\.\d{3}$/).waitFor()
    await rig.page.getByText('El rango tiene más lecturas').waitFor()
  })

  it('says that there is nothing, or that it failed, and tries again', async () => {
    await rig.page.goto('/report?of=live&agent=nobody')
    await rig.alert('Sin datos para exportar en el rango seleccionado.').waitFor()
    const path = (url: URL) => url.pathname === '/api/client/logs'
    await rig.page.route(path, (route) => route.fulfill({ status: 500, body: '{}' }))
    await rig.page.goto('/report?of=live')
    await rig.alert('Error generando reporte.').waitFor()
    await rig.page.unroute(path)
    await rig.button('Reintentar').click()
    await rig.button('Imprimir').waitFor()
  })

  it('asks for popups where they are blocked', async () => {
    await rig.live()
    await rig.page.evaluate(() => {
      window.open = () => null
    })
    await rig.button('PDF').click()
    await rig.alert('Permite popups').waitFor()
  })
})
