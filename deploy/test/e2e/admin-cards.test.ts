import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { DashboardRig } from '../rig/dashboard-rig.ts'
import { LiveAgent, statusOf } from '../rig/live-agent.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { faultsInAllLooks, focused } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new DashboardRig(300))
let page: Page
beforeEach(async () => {
  page = rig.page
  await page.setViewportSize({ width: 390, height: 844 })
})

const cards = () => page.locator('main tbody tr')

async function open(path: string): Promise<void> {
  await page.goto(path)
  await cards().first().waitFor()
}

/** How many rows are whole between the bar and the lower tabs of the page as it opens. */
function wholeRows(): Promise<number> {
  return cards().evaluateAll((rows) => {
    const end = document.querySelector('nav[aria-label=Pantallas]')?.getBoundingClientRect().top
    return rows.filter((row) => row.getBoundingClientRect().bottom <= (end ?? innerHeight)).length
  })
}

it.each([
  ['/admin', 8],
  ['/admin?tab=activos', 8],
  ['/admin?tab=agentes', 6],
])('rows of %s are cards of two lines, of which %d are seen at once', async (path, least) => {
  await open(path)
  const heights = await cards().evaluateAll((rows) => rows.map((row) => row.clientHeight))
  expect(Math.max(...heights)).toBeLessThan(60)
  expect(await wholeRows()).toBeGreaterThanOrEqual(least)
  const shown = await cards()
    .first()
    .locator('td')
    .evaluateAll((cells) => cells.filter(({ clientWidth }) => clientWidth > 2).length)
  expect(shown).toBeGreaterThanOrEqual(4)
  expect(await faultsInAllLooks(page)).toEqual([])
})

it('a card opens to all of its row, with its buttons', async () => {
  await open('/admin')
  const card = cards().first()
  const more = card.getByRole('button', { name: /^Acciones: / })
  const { width = 0, height = 0 } = (await more.boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  expect(await card.getByRole('button', { name: /^Editar / }).count()).toBe(0)
  await more.focus()
  await page.keyboard.press('Enter')
  expect(await more.getAttribute('aria-expanded')).toBe('true')
  const edit = card.getByRole('button', { name: /^Editar / })
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe(await edit.getAttribute('aria-label'))
  await edit.click()
  await page.getByRole('heading', { name: 'Editar registro' }).waitFor()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-edit') === true)
  await page.setViewportSize({ width: 1366, height: 768 })
  await more.waitFor({ state: 'hidden' })
  expect(await cards().nth(1).getByRole('button').count()).toBe(4)
})

/** What of the list is wider than the page. */
const tooWide = () =>
  page
    .locator('main tbody, main tbody *')
    .evaluateAll((all) =>
      all
        .filter((one) => one.getBoundingClientRect().right > innerWidth)
        .map((one) => one.outerHTML.slice(0, 80)),
    )

it.each([['/admin'], ['/admin?tab=activos']])(
  'opens on %s to all columns for who may change nothing',
  async (path) => {
    await page.addInitScript(() => localStorage.setItem('user', '{"role":"operator"}'))
    await open(path)
    const card = cards().first()
    const id = card.locator('td[data-head=ID]')
    expect(await id.evaluate(({ clientWidth }) => clientWidth)).toBeLessThan(2)
    const more = card.getByRole('button', { name: /^Ver todo: / })
    const { width = 0, height = 0 } = (await more.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    await more.click()
    expect(await id.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(200)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await tooWide()).toEqual([])
    }
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.setViewportSize({ width: 1366, height: 768 })
    await more.waitFor({ state: 'hidden' })
    expect(await page.getByRole('columnheader', { name: 'Ver todo' }).count()).toBe(0)
  },
)

it.each([390, 320])('has at %d px room for a model, an owner and a whole tag', async (width) => {
  const facts = { plate: 'ROM 123', model: 'Chevrolet Spark GT', owner: 'Sofía Quintero' }
  const { items } = (await rig.client.get('/api/vehicles?q=ROM 123')) as { items: object[] }
  if (items.length === 0) {
    await rig.client.post('/api/vehicles', { ...facts, rfid_tag: 'E28011606000020A4F1B44C2' })
  }
  await page.setViewportSize({ width, height: 844 })
  await open('/admin?q=ROM 123')
  const cut = await cards()
    .locator('td[data-place]:not([data-place=actions])')
    .evaluateAll((cells) =>
      cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])),
    )
  expect(cut).toEqual([])
  expect(await faultsInAllLooks(page)).toEqual([])
})

it('wall screens are such cards, which open to their buttons', async () => {
  const name = 'Vestíbulo de la entrada norte, segundo piso'
  await rig.client.post('/api/walls', { name, screens: ['dashboard', 'map'], every_s: 30 })
  await open('/admin?tab=agentes&pantallas=1')
  const card = cards().first()
  expect(await card.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(60)
  await card.getByText('Sin emparejar').waitFor()
  // A long name is cut where the state stands.
  const overflow = card.getByText(name).evaluate((cell) => getComputedStyle(cell).overflowX)
  expect(await overflow).toBe('hidden')
  expect(await card.getByRole('button').count()).toBe(1)
  expect(await faultsInAllLooks(page)).toEqual([])
  await card.getByRole('button', { name: `Acciones: ${name}` }).click()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await tooWide()).toEqual([])
  }
  expect(await faultsInAllLooks(page)).toEqual([])
  await card.getByRole('button', { name: `Editar ${name}` }).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-edit') === true)
})

it.each([390, 320])('says at %d px the health of an agent whole', async (width) => {
  await page.setViewportSize({ width, height: 844 })
  const agent = await LiveAgent.open(rig.client, 'puerta-de-la-hora')
  try {
    await agent.report([statusOf({ clock: 'unsynced' })])
    await open('/admin?tab=agentes&q=hora')
    const card = cards().filter({ hasText: 'Reloj sin sincronizar' })
    const health = card.locator('td[data-head=Salud]')
    const [has, needs] = await health.evaluate((it) => [it.clientWidth, it.scrollWidth])
    expect(needs).toBeLessThanOrEqual(Number(has))
    expect(await card.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(60)
    expect(await card.locator('td[data-place]').count()).toBe(4)
  } finally {
    agent.close()
  }
})

it.each([390, 320])('has at %d px its tabs in one line, which follows the keys', async (width) => {
  await page.setViewportSize({ width, height: 844 })
  await open('/admin?tab=agentes')
  const tabs = page.getByRole('tab')
  const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  const isWhole = () => {
    const tab = document.activeElement
    const { left = 0, right = 0 } = tab?.getBoundingClientRect() ?? {}
    const line = tab?.parentElement?.getBoundingClientRect()
    return line !== undefined && left > line.left - 1 && right < line.right + 1
  }
  await page.getByRole('tab', { selected: true }).focus()
  expect(await page.evaluate(isWhole)).toBe(true)
  for (const name of ['Accesos', 'Usuarios', 'Config', 'Vehículos', 'Activos']) {
    await page.keyboard.press('ArrowRight')
    expect(await focused(page)).toBe(name)
    await page.waitForFunction(isWhole)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  expect(await faultsInAllLooks(page)).toEqual([])
})

it('heads of agents are heard, though nothing sorts there', async () => {
  await open('/admin?tab=agentes')
  await page.getByRole('columnheader', { name: 'Última IP' }).waitFor({ state: 'attached' })
  const heads = await page.getByRole('columnheader').allInnerTexts()
  expect(heads).not.toContain('')
  const named = page.getByRole('columnheader', { name: /./ })
  expect(await named.count()).toBe(heads.length)
  expect(await page.getByRole('columnheader').getByRole('button').count()).toBe(0)
})

it('is a table for who hears it', async () => {
  await open('/admin')
  const client = await rig.context.newCDPSession(page)
  const { nodes } = await client.send('Accessibility.getFullAXTree')
  const roles = nodes.filter(({ ignored }) => !ignored).map(({ role }) => String(role?.value))
  const count = (role: string) => roles.filter((one) => one === role).length
  expect(count('table')).toBe(1)
  expect(count('row')).toBe((await cards().count()) + 1)
  expect(count('columnheader')).toBe(6)
  // Each cell but those that are empty.
  expect(count('cell') + count('gridcell')).toBeGreaterThan((await cards().count()) * 4)
})

it.each(['/admin', '/admin?tab=activos', '/admin?tab=agentes'])(
  'at 320 px the rows of %s begin above the middle of the screen',
  async (path) => {
    await page.setViewportSize({ width: 320, height: 680 })
    await open(path)
    await page.getByRole('button', { name: 'Buscar', exact: true }).waitFor()
    await expect.poll(async () => (await cards().first().boundingBox())?.y).toBeLessThan(340)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  },
)

it('an opened card is a sheet over the lower edge, which Esc and a press beside it close', async () => {
  await open('/admin')
  const card = cards().nth(1)
  const more = card.getByRole('button', { name: /^Acciones: / })
  const isOpen = () => more.getAttribute('aria-expanded')
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(195, 60),
    () => more.click(),
  ]) {
    await more.click()
    const box = await card.boundingBox()
    expect(Number(box?.y) + Number(box?.height)).toBe(844)
    expect(box?.width).toBe(390)
    await close()
    await expect.poll(isOpen).toBe('false')
  }
  expect(new URL(page.url()).pathname).toBe('/admin')
  await more.click()
  expect(await faultsInAllLooks(page)).toEqual([])
})

it('has what is rarer in the bar behind one button, which the choice closes', async () => {
  await open('/admin')
  const names = ['Plantilla CSV', 'Export CSV', 'Import CSV']
  const shown = () =>
    Promise.all(names.map((name) => page.getByText(name, { exact: true }).isVisible()))
  expect(await shown()).toEqual([false, false, false])
  const opener = page.getByRole('button', { name: 'Acciones', exact: true })
  await opener.click()
  expect(await shown()).toEqual([true, true, true])
  expect(await faultsInAllLooks(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  await saved
  await expect.poll(shown).toEqual([false, false, false])
  await page.setViewportSize({ width: 1366, height: 768 })
  expect(await shown()).toEqual([true, true, true])
  expect(await opener.isVisible()).toBe(false)
})

it("an agent's health answers on a sheet, first and whole in sight", async () => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open('/admin?tab=agentes')
  const chip = cards().last().locator('summary')
  await chip.click()
  const notes = cards().last().locator('details li')
  await notes.first().waitFor()
  for (const note of await notes.all()) {
    const box = await note.boundingBox()
    expect(box?.y).toBeGreaterThan(0)
    expect(Number(box?.y) + Number(box?.height)).toBeLessThan(640)
  }
  await page.keyboard.press('Escape')
  await notes.first().waitFor({ state: 'hidden' })
})

it('the two ways to make an agent are two words in one line at 320 px', async () => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open('/admin?tab=agentes')
  const heads = ['Enrolamiento rápido', 'Crear agente'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  )
  const tops = await Promise.all(heads.map(async (head) => (await head.boundingBox())?.y))
  expect(tops[0]).toBe(tops[1])
  for (const head of heads) {
    const { height, line } = await head.evaluate((it) => {
      const range = document.createRange()
      range.selectNodeContents(it)
      return {
        height: range.getBoundingClientRect().height,
        line: parseFloat(getComputedStyle(it).lineHeight),
      }
    })
    expect(height).toBeLessThan(2 * line)
  }
})

it('leaves the card of an agent in two lines above its control', async () => {
  await open('/admin?tab=agentes')
  const card = cards().first()
  await card.getByRole('button', { name: /^Control/ }).click()
  await page.getByRole('heading', { name: 'Relés' }).first().waitFor()
  expect((await card.boundingBox())?.height).toBeLessThan(60)
})

it('gives the focus back to «⋯» after an import', async () => {
  await open('/admin')
  const opener = page.getByRole('button', { name: 'Acciones', exact: true })
  await opener.click()
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const buffer = Buffer.from('plate,model,owner,rfid_tag\nKLM482,x,y,TEST-482\n')
  await (await chosen).setFiles({ name: 'vehiculos.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect.poll(() => focused(page)).toBe('Acciones')
})
