import type { Asset, AssetList, Vehicle } from '@vehicle-control/protocol'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveAgent, readOf } from '../rig/live-agent.ts'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { faultsInAllLooks, logIn } from '../rig/watched-page.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CAR = { plate: 'QRS-771', model: 'Logan', owner: 'Carmen', rfid_tag: 'E200771' }

let page: Page
let car = 0
let chair = 0

const fact = (label: string) => page.locator('dt', { hasText: label }).locator('+ dd')
const title = (text: string) => page.getByRole('heading', { level: 1, name: text, exact: true })
const open = (id: number | string) => logIn(page, `/vehicle?id=${id}`)

const rig = eachOnItsPage(
  new PageRig(async (site) => {
    const client = await site.startHub()
    car = ((await client.post('/api/vehicles', CAR)) as Vehicle).id
    const found = (await client.get('/api/assets?q=TEST-202')) as AssetList
    chair = (found.items[0] as Asset).id
    await site.backdateAssets(30 * DAY_MS)
    const norte = await LiveAgent.open(client, 'norte', {
      name: 'Portón Norte',
      // A word that no phone has room for.
      location: 'Parqueindustrialysubestaciondelnorte-entrada-de-proveedores',
    })
    const old = [40 * DAY_MS, 3 * DAY_MS, 2 * DAY_MS].map((ago) => readOf(CAR.rfid_tag, ago))
    await norte.report([...old, readOf('E200772'), readOf(CAR.rfid_tag, HOUR_MS)])
    const sur = await LiveAgent.open(client, 'sur', { name: 'Portón Sur' })
    await sur.read(CAR.rfid_tag)
    norte.close()
    sur.close()
    return client
  }),
)
beforeEach(() => void (page = rig.page))

describe('the page of a vehicle', () => {
  it('tells what is registered, when and where it was read, and leads to its form', async () => {
    await open(car)
    await title('QRS-771').waitFor()
    expect(await page.title()).toBe('QRS-771 · Vehicle Control')
    expect(await fact('Modelo').textContent()).toBe('Logan')
    expect(await fact('Tag RFID').textContent()).toBe('E200771')
    expect(await fact('Ubicación').textContent()).toBe('—')
    expect(await fact('Lecturas en 30 días').textContent()).toBe('4')
    expect(await fact('Primera lectura').textContent()).toMatch(
      /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/,
    )

    expect(await fact('Última lectura').textContent()).toMatch(/ · Portón Sur$/)
    // Nothing was open before it.
    expect(await page.getByRole('button', { name: 'Volver' }).count()).toBe(0)

    const gates = page.getByRole('region', { name: /^Lecturas por agente y hora/ })
    const heads = await gates.getByRole('rowheader').allTextContents()
    expect(heads).toEqual(['Portón Norte · 3', 'Portón Sur · 1'])
    expect(await gates.getByRole('columnheader').count()).toBe(25)
    const cells = await gates.getByRole('cell').allTextContents()
    expect(cells.reduce((sum, text) => sum + Number(text), 0)).toBe(4)

    const newest = page.getByRole('table', { name: 'Lecturas más recientes' })
    expect(await newest.getByRole('row').count()).toBe(5)
    await newest.getByRole('row').nth(1).getByText('Portón Sur').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])

    const all = page.getByRole('link', { name: 'Ver todas en el dashboard' })
    expect(await all.getAttribute('href')).toBe('/dashboard?plate=QRS-771&range=30d')

    await page.getByRole('link', { name: 'Editar' }).click()
    await page.getByRole('heading', { name: 'Editar registro' }).waitFor()
    expect(await page.getByLabel('Placa', { exact: true }).inputValue()).toBe('QRS-771')
  })

  it('is one of any other asset, too, also of one that was never read', async () => {
    await open(chair)
    await title('Silla ergonómica').waitFor()
    await page.getByText('Sin lecturas en los últimos 30 días').waitFor()
    expect(await fact('Primera lectura').textContent()).toBe('Nunca')
    expect(await fact('Tipo').textContent()).toBe('Mobiliario')
    expect(await page.getByText('Lecturas más recientes').count()).toBe(0)
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.getByRole('link', { name: 'Editar' }).click()
    await page.getByRole('heading', { name: 'Editar activo' }).waitFor()
  })

  it.each(['999999', 'x', ''])('says that there is none of the number «%s»', async (id) => {
    await open(id)
    await page.getByText('No hay ningún vehículo ni activo con ese número').waitFor()
    if (id === 'x') expect(await faultsInAllLooks(page)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Administración' }).click()
    await page.waitForURL('**/admin')
  })

  it('has all hours of a gate in sight on a phone', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await open(car)
    const gates = page.getByRole('region', { name: /^Lecturas por agente y hora/ })
    await gates.waitFor()
    expect(await gates.evaluate((box) => box.scrollWidth === box.clientWidth)).toBe(true)
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('leads back to where one was', async () => {
    await logIn(page, '/admin')
    await page.getByRole('link', { name: 'QRS-771' }).click()
    await title('QRS-771').waitFor()
    await page.getByRole('button', { name: 'Volver' }).click()
    await page.waitForURL('**/admin')
    await page.getByRole('link', { name: 'QRS-771' }).waitFor()
  })

  it('says what failed, and tries again', async () => {
    await page.route('**/activity', (route) =>
      route.fulfill({ status: 503, json: { error: 'internal', message: 'La base no responde' } }),
    )
    await open(car)
    await page
      .getByRole('alert')
      .getByText(/La base no responde$/)
      .waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.unroute('**/activity')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await title('QRS-771').waitFor()
  })

  it('is for operators too, who edit nothing', async () => {
    const ana = { email: 'ana@ejemplo.co', name: 'Ana', password: 'first one', role: 'operator' }
    await rig.client.post('/api/users', ana)
    await logIn(page, `/vehicle?id=${car}`, ana)
    await title('QRS-771').waitFor()
    expect(await page.getByRole('link', { name: 'Editar' }).count()).toBe(0)
  })
})
