import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { AgentsRig, NORTE, SUR } from '../rig/agents-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, focused } from '../rig/watched-page.ts'

const rig = eachOnItsPage(
  new AgentsRig(async (site) => {
    const client = await site.startHub()
    await client.post('/api/agents', NORTE)
    await client.post('/api/agents', SUR)
    return client
  }),
)
let page: Page
beforeEach(() => void (page = rig.page))

const dialog = () => rig.dialog('Seleccionar ubicación')
const field = (label: string) => dialog().getByLabel(label, { exact: true })
const map = () => dialog().getByRole('group', { name: 'Mapa para elegir la ubicación' })
const pin = () => dialog().getByLabel('Ubicación elegida')
const typed = async () => [
  await field('Latitud').inputValue(),
  await field('Longitud').inputValue(),
]
const degrees = async () => (await typed()).map((text) => Number(text.replace(',', '.')))

async function openOf(name: string): Promise<void> {
  await rig.openTab()
  await rig.act('Ubicar', name)
  await map().waitFor()
}

/** The middle of the map on the page. */
async function middle() {
  const box = await map().boundingBox()
  if (!box) throw new Error('there is no map')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

it('begins at the site without a place, and takes a click, the centre, and typed coordinates', async () => {
  await openOf(SUR.name)
  expect(await typed()).toEqual(['', ''])
  expect(await pin().count()).toBe(0)
  expect(await rig.button('Quitar ubicación', dialog()).count()).toBe(0)
  await rig.press('Guardar', dialog())
  await dialog().getByText('Elige un punto o escribe las coordenadas').waitFor()
  await rig.button('Usar centro del mapa', dialog()).click()
  await pin().waitFor()
  const [lat, lng] = await degrees()
  expect(lat).toBeCloseTo(4.711, 3)
  expect(lng).toBeCloseTo(-74.072, 3)
  expect(await faultsInAllLooks(page)).toEqual([])

  const { x, y } = await middle()
  await page.mouse.click(x + 100, y - 60)
  await until('the click', async () => (await degrees())[1] !== lng)
  const clicked = await degrees()
  expect(clicked[0]).toBeGreaterThan(4.711)
  expect(clicked[1]).toBeGreaterThan(-74.072)

  const at = await pin().boundingBox()
  if (!at) throw new Error('there is no pin')
  await page.mouse.move(at.x + 14, at.y + 12)
  await page.mouse.down()
  await page.mouse.move(at.x - 80, at.y + 60, { steps: 5 })
  await page.mouse.up()
  await until('the drag', async () => ((await degrees())[1] ?? 0) < (clicked[1] ?? 0))

  await field('Latitud').fill('91')
  await rig.press('Guardar', dialog())
  await dialog().getByText('La latitud va de -90 a 90').waitFor()
  expect(await focused(page)).not.toBe('Guardar')
  await field('Latitud').fill('6,25')
  await field('Longitud').fill('-75.56')
  await pin().waitFor()
  const calls = rig.countCalls('PATCH', '/api/agents/sur-9')
  await rig.press('Guardar', dialog())
  await dialog().waitFor({ state: 'detached' })
  expect(calls()).toBe(1)
  expect(await rig.stored(SUR.code)).toMatchObject({ lat: 6.25, lng: -75.56 })
  await until('the focus', async () => (await focused(page)) === `Acciones: ${SUR.name}`)
})

it('moves the map by arrow keys, and leaves everything as it is with Cancelar', async () => {
  await openOf(NORTE.name)
  expect(await typed()).toEqual(['4,711', '-74,072'])
  await pin().waitFor()
  await map().focus()
  await page.keyboard.press('ArrowRight')
  await until('the map to move', async () => {
    await rig.button('Usar centro del mapa', dialog()).click()
    return ((await degrees())[1] ?? 0) > -74.072
  })
  await rig.button('Cancelar', dialog()).click()
  await dialog().waitFor({ state: 'detached' })
  expect(await rig.stored(NORTE.code)).toMatchObject({ lat: 4.711, lng: -74.072 })
})

it('takes a place away, says when that failed, and what somebody else changed', async () => {
  await openOf(NORTE.name)
  await page.route('**/api/agents/norte-10', (route) => route.fulfill({ status: 500, json: {} }))
  await rig.press('Quitar ubicación', dialog())
  await dialog().getByText('Error al quitar ubicación').waitFor()
  await page.unroute('**/api/agents/norte-10')
  const { url, token } = rig.client
  await fetch(new URL('/api/agents/norte-10', url), {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ lat: 0, lng: 0 }),
  })
  await rig.press('Quitar ubicación', dialog())
  const notice = dialog().getByRole('alert')
  await notice.getByText('Latitud: «4,711» → «0»').waitFor()
  expect(await rig.stored(NORTE.code)).toMatchObject({ lat: 0, lng: 0 })
  await rig.button('Usar lo nuevo', notice).click()
  await until('the new place', async () => (await typed()).join(' ') === '0 0')
  await rig.press('Quitar ubicación', dialog())
  await dialog().waitFor({ state: 'detached' })
  expect(await rig.stored(NORTE.code)).toMatchObject({ lat: null, lng: null })
})

it('fills the form of a new agent', async () => {
  await rig.openTab('&nuevo=1')
  await rig.press('Elegir en el mapa')
  await map().waitFor()
  await rig.button('Usar centro del mapa', dialog()).click()
  await rig.button('Usar esta ubicación', dialog()).click()
  await dialog().waitFor({ state: 'detached' })
  const lat = rig.part('Crear agente').getByLabel('Latitud')
  expect(Number((await lat.inputValue()).replace(',', '.'))).toBeCloseTo(4.711, 3)
})
