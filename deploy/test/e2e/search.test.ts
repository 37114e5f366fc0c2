import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { storedSession } from '../rig/dashboard-site.ts'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, focused } from '../rig/watched-page.ts'

const DUSTER = { plate: 'QXZ907', model: 'Duster', owner: 'Zulma Peña', rfid_tag: 'QTAG-907' }
const DRILL = { type: 'product', name: 'Taladro', rfid_tag: 'HERRAMIENTA-7', owner: 'Zulma Peña' }

let ids: { vehicle: number; asset: number }

class SearchRig extends PageRig {
  constructor() {
    super(async (site) => {
      const client = await site.startHub()
      const vehicle = (await client.post('/api/vehicles', DUSTER)) as { id: number }
      const asset = (await client.post('/api/assets', DRILL)) as { id: number }
      ids = { vehicle: vehicle.id, asset: asset.id }
      await client.post('/api/agents', { code: 'norte-10', name: 'Portón 10', location: 'Ñuñoa' })
      return client
    })
  }

  override openPage(): Promise<void> {
    return super.openPage({ storageState: storedSession(this.client) })
  }
}

const rig = eachOnItsPage(new SearchRig())
let page: Page
beforeEach(() => void (page = rig.page))

const panel = () => page.getByRole('dialog', { name: 'Buscar' })
const field = () => panel().getByRole('combobox')
const option = (name: string | RegExp) => panel().getByRole('option', { name })
const title = (name: string) => page.getByRole('heading', { level: 1, name })
const address = () => page.url().slice(new URL(page.url()).origin.length)

/** Opens the search over a screen by its key. */
async function search(text: string, path = '/map?view=status'): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await field().fill(text)
}

it('finds a vehicle by plate, tag and owner, and goes to its page with the focus', async () => {
  for (const text of ['qxz9', 'qtag-907', 'zulma p']) {
    await search(text)
    await option(/^QXZ907/).waitFor()
    expect(await option(/^QXZ907/).count()).toBe(1)
  }
  expect(await faultsInAllLooks(page)).toEqual([])
  await field().fill('qxz907')
  // Before the hub has answered, as quick hands do.
  await page.keyboard.press('Enter')
  await title('QXZ907').waitFor()
  expect(address()).toBe(`/vehicle?id=${ids.vehicle}`)
  await until('the focus', async () => (await focused(page)) === 'QXZ907')
  expect(await panel().count()).toBe(0)
})

it('loses no letter of who types before the field is there', async () => {
  await search('')
  await page.keyboard.press('Escape')
  await panel().waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('qxz9')
  await until('the letters', async () => (await field().inputValue()) === 'qxz9')
  await option(/^QXZ907/).waitFor()
})

it('loses no letter of who types before its code is there', async () => {
  await page.goto('/map?view=status')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Mapa', exact: true }).first().focus()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/open-search-*.js', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/assets/open-search-*.js')
  await page.keyboard.press('/')
  await asked
  await page.keyboard.type('qxa')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('z9')
  release()
  await until('the letters', async () => (await field().inputValue()) === 'qxz9')
  await option(/^QXZ907/).waitFor()
  await page.keyboard.press('Escape')
  await panel().waitFor({ state: 'detached' })
  await until('the focus', async () => (await focused(page)) === 'Mapa')
})

it.each([
  { part: 'open-search', composed: '~', written: 'ñandú', whole: 'ñandú' },
  { part: 'mantine-surface', composed: '~', written: 'ñandú', whole: 'ñandú' },
  // A phone's keyboard composes each word until it is over.
  { part: 'mantine-surface', composed: 'zulma', written: '', whole: 'zulma' },
])(
  'loses nothing of «$whole», of which «$composed» is being composed as $part comes',
  async ({ part, composed, written, whole }) => {
    await page.goto('/map?view=status')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Mapa', exact: true }).first().focus()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(`**/assets/${part}-*.js`, async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest(`**/assets/${part}-*.js`)
    await page.keyboard.press('/')
    await asked
    const keyboard = await page.context().newCDPSession(page)
    const ends = { selectionStart: composed.length, selectionEnd: composed.length }
    await keyboard.send('Input.imeSetComposition', { text: composed, ...ends })
    const loaded = page.waitForResponse(`**/assets/${part}-*.js`)
    release()
    await loaded
    if (written) await page.keyboard.insertText(written)
    await until('the letters', async () => (await field().inputValue()) === whole)
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    await until('the focus', async () => (await focused(page)) === 'Mapa')
  },
)

it('leads a registered tag to its vehicle, whichever list answers first', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/assets?*', async (route) => {
    await held
    await route.continue()
  })
  const answered = page.waitForResponse('**/api/vehicles?*')
  await search('qtag-907')
  await page.keyboard.press('Enter')
  await answered
  expect(
    await panel()
      .getByRole('option', { name: /^Lecturas/ })
      .count(),
  ).toBe(0)
  release()
  await title('QXZ907').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

it('leads to the reads of what was found, and of a tag that is not registered', async () => {
  await search('qxz907')
  await option('Lecturas de QXZ907').click()
  await page.waitForURL('**/dashboard?plate=QXZ907')
  await search('e2003412')
  await option('Lecturas del tag E2003412').click()
  await page.waitForURL('**/dashboard?tag=E2003412')
  await search('bodega')
  await panel().getByText('Nada encontrado para «bodega»').waitFor()
})

it('finds whoever owns vehicles and assets, and all that they own', async () => {
  await search('zulma')
  await option(/^QXZ907/).waitFor()
  await option(/^Taladro/).waitFor()
  await option('Lecturas de Zulma Peña').click()
  await page.waitForURL(`**/dashboard?owner=${encodeURIComponent('Zulma Peña')}`)
})

it('says that there are more than it shows', async () => {
  for (let i = 1; i <= 6; i++) {
    await rig.client.post('/api/vehicles', { plate: `SERIE${i}`, model: '', rfid_tag: `S-${i}` })
  }
  await search('serie')
  await panel().getByText('Los primeros 10 resultados; hay más: escribe más letras.').waitFor()
  await field().fill('serie6')
  await panel().getByText('2 resultados', { exact: true }).waitFor()
  // The hub's page of ten has five of each kind, and not all of one.
  for (let i = 1; i <= 9; i++) {
    await rig.client.post('/api/assets', { ...DRILL, name: `Lote ${i}`, rfid_tag: `P-${i}` })
  }
  for (let i = 1; i <= 5; i++) {
    await rig.client.post('/api/vehicles', { plate: `LOTE${i}`, model: '', rfid_tag: `L-${i}` })
  }
  await field().fill('lote')
  await panel()
    .getByText(/^Los primeros \d+ resultados; hay más/)
    .waitFor()
})

it('finds assets, agents and screens, whatever their accents', async () => {
  await search('taladro')
  await option(/^Taladro/).click()
  await page.waitForURL(`**/vehicle?id=${ids.asset}`)
  await search('porton', '/dashboard')
  await option(/^Portón 10/).click()
  await page.getByRole('button', { name: 'Control: Portón 10', expanded: true }).waitFor()
  await search('estado', '/dashboard')
  await option('Mapa · Estado').click()
  await page.waitForURL('**/map?view=status')
  await search('tiempo')
  await page.keyboard.press('Enter')
  await title('RFID Tiempo Real').waitFor()
})

it('walks by the arrows, and closes with Esc to where the focus was', async () => {
  await page.goto('/map?view=status')
  const link = page.getByRole('link', { name: 'Mapa', exact: true }).first()
  await link.focus()
  await page.keyboard.press('/')
  await option('Dashboard').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const chosen = await field().getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${chosen}"]`).textContent()).toBe('RFID Tiempo Real')
  await page.keyboard.press('Escape')
  await panel().waitFor({ state: 'detached' })
  await until('the focus', async () => (await focused(page)) === 'Mapa')
})

it('leaves «/» to who types, and both keys to an open dialog and a wall', async () => {
  await page.goto('/admin')
  const box = page.getByRole('searchbox')
  await box.pressSequentially('a/b')
  expect(await box.inputValue()).toBe('a/b')
  await page.keyboard.press('Control+k')
  await field().pressSequentially('a/b')
  await page.keyboard.press('Control+k')
  expect(await field().inputValue()).toBe('a/b')
  expect(await page.getByRole('dialog').count()).toBe(1)
  await page.goto('/dashboard?kiosk=1')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.press('Control+k')
  expect(await page.getByRole('button', { name: 'Buscar en todo' }).count()).toBe(0)
  await page.goto('/map?view=status')
  await page.getByRole('button', { name: 'Buscar en todo' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

it('drops the answer to a text that is another by now', async () => {
  let answer = () => {}
  await page.route('**/api/vehicles?*q=qxz*', async (route) => {
    const answered = await route.fetch()
    await new Promise<void>((resolve) => (answer = resolve))
    await route.fulfill({ response: answered }).catch(() => {
      // The page has cancelled the call.
    })
  })
  const asked = page.waitForRequest('**/api/vehicles?*q=qxz*')
  await search('qxz')
  await asked
  await field().fill('abcdef')
  await option('Lecturas del tag ABCDEF').waitFor()
  answer()
  await panel().getByText('1 resultado', { exact: true }).waitFor()
  expect(await option(/QXZ907/).count()).toBe(0)
})

it('says that nothing was found, and that the hub did not answer', async () => {
  await search('ñandú azul')
  await panel().getByText('Nada encontrado para «ñandú azul»').waitFor()
  await page.route('**/api/vehicles?*', (route) => route.abort())
  await field().fill('qxz')
  await panel().getByText('No se pudo buscar entre vehículos y activos.').waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
  await page.unroute('**/api/vehicles?*')
  await panel().getByRole('button', { name: 'Reintentar' }).click()
  await option(/^QXZ907/).waitFor()
})

it('says at its first press that the hub is away, where its code does not come', async () => {
  await page.goto('/map?view=status')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.route('**/*', (route) => route.abort())
  await page.keyboard.press('Control+k')
  const word = page.getByRole('status').filter({ hasText: 'Sin conexión con el hub' })
  await word.and(page.locator('.floating')).waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
})

it.each([390, 320])('is in the bar of a phone of %d px, and closes the menu', async (width) => {
  await page.setViewportSize({ width, height: 640 })
  await page.goto('/map?view=status')
  const menu = page.getByRole('button', { name: 'Menú' })
  const button = page.getByRole('button', { name: 'Buscar en todo' })
  await button.waitFor()
  // The words of the state are large enough beside it.
  const words = page.locator('header output')
  const size = () => words.evaluate((it) => parseFloat(getComputedStyle(it).fontSize))
  expect(await size()).toBeGreaterThan(11)
  const { right } = await page.locator('header').evaluate((bar) => {
    const all = [...bar.querySelectorAll('button')].filter((one) => one.checkVisibility())
    return { right: Math.max(...all.map((one) => one.getBoundingClientRect().right)) }
  })
  expect(right).toBeLessThanOrEqual(width)
  expect(await faultsInAllLooks(page)).toEqual([])
  await menu.click()
  await button.click()
  await field().fill('qxz907')
  await option(/^QXZ907/).click()
  await title('QXZ907').waitFor()
  expect(await menu.getAttribute('aria-expanded')).toBe('false')
})

it('its field says whole what it takes, at 320 px too', async () => {
  await page.setViewportSize({ width: 320, height: 640 })
  await search('')
  const cut = await field().evaluate((input: HTMLElement) => {
    const room = input.clientWidth
    // As wide as the text in it.
    input.style.cssText = 'field-sizing: content; width: max-content; min-width: 0'
    return input.clientWidth - room
  })
  expect(cut).toBeLessThanOrEqual(0)
})
