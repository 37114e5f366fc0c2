import type { AssetList } from '@vehicle-control/protocol'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { LiveAgent } from '../rig/live-agent.ts'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'

const NAME = 'Parqueadero visitantes'
const CODE = 'visitantes-demo'
const TAGS = Array.from({ length: 14 }, (_, i) => `TEST-${800 + i}`)

const rig = eachOnItsPage(new LiveRig(), {
  hasTouch: true,
  isMobile: true,
  viewport: { width: 320, height: 640 },
})
let page: Page
let gate: LiveAgent
beforeEach(async () => {
  page = rig.page
  gate ??= await LiveAgent.open(rig.client, CODE, { name: NAME, location: 'Sótano 1' })
})

/** How many lines a text takes. */
const linesOf = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
  })

const isCut = (text: Locator) =>
  text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)

it('breaks no code of an agent in the sheet of a read', async () => {
  await rig.live()
  await gate.read('TEST-001')
  await rig.rows('TEST-001').first().locator('td').first().click()
  const code = page.getByRole('dialog', { name: 'Lectura' }).getByText(`(${CODE})`)
  await code.waitFor()
  expect(await linesOf(code)).toBe(1)
})

it('has the buttons of the filters in one line, and reads below them', async () => {
  await rig.live()
  await gate.read('TEST-001')
  await rig.button('Filtros').click()
  const names = ['Hoy', 'Limpiar fechas', 'Limpiar filtros']
  const boxes = await Promise.all(names.map((name) => rig.button(name).boundingBox()))
  expect(boxes).not.toContain(null)
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
  const row = await rig.rows('TEST-001').first().boundingBox()
  const tabs = await page.getByRole('navigation', { name: 'Pantallas' }).boundingBox()
  expect(Number(row?.y) + Number(row?.height)).toBeLessThan(Number(tabs?.y))
})

it('cuts neither name nor code of an agent in its state', async () => {
  await page.goto('/map?view=status')
  const name = page.getByRole('heading', { name: NAME })
  await name.waitFor()
  expect(await isCut(name)).toBe(false)
  expect(await isCut(page.getByText(CODE, { exact: true }))).toBe(false)
})

it.each([390, 320])('says the whole name of an agent in its card at %i px', async (width) => {
  await page.setViewportSize({ width, height: 844 })
  await page.goto('/admin?tab=agentes')
  const cell = page.getByRole('cell', { name: NAME, exact: true })
  await cell.waitFor()
  expect(await isCut(cell)).toBe(false)
})

it('has each read of a vehicle in one line', async () => {
  await gate.read('TEST-001')
  const { items } = (await rig.client.get('/api/assets?q=TEST-001')) as AssetList
  await page.goto(`/vehicle?id=${items[0]?.id}`)
  const time = page.getByRole('table', { name: 'Lecturas más recientes' }).locator('time').first()
  await time.waitFor()
  expect(await linesOf(time)).toBe(1)
})

it('folds the reads of the dashboard after the sixth, until somebody asks for more', async () => {
  await gate.read(TAGS)
  await page.goto('/dashboard?range=24h')
  const rows = page.locator('section[aria-label=Lecturas] tbody tr:visible')
  await rows.first().waitFor()
  expect(await rows.count()).toBe(6)
  const more = page.getByText('Más lecturas', { exact: true })
  await more.click()
  await until('all rows', async () => (await rows.count()) >= TAGS.length)
  await page.emulateMedia({ media: 'print' })
  await more.waitFor({ state: 'hidden' })
})

it.each([390, 320])(
  'cuts nothing off the state of an agent with contacts at %i px',
  async (width) => {
    await page.setViewportSize({ width, height: 844 })
    const barrier = { name: '', position: 'open', leftOpen: true, since: '2026-11-01T08:00:00Z' }
    const contacts = {
      code: CODE,
      connected: true,
      loops: [{ id: 'lazo', occupied: true }],
      barriers: [barrier],
    }
    await page.route('**/api/agents/contacts', (route) =>
      route.fulfill({ json: { agents: [contacts] } }),
    )
    await page.goto('/map?view=status')
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: NAME }) })
    await card.getByRole('list').getByRole('listitem').first().waitFor()
    expect(await card.evaluate((it) => it.scrollHeight - it.clientHeight)).toBeLessThanOrEqual(0)
    // What is reserved for a trouble stands beside, and leaves at most a line empty.
    expect((await card.boundingBox())?.height).toBeLessThan(width > 350 ? 190 : 230)
  },
)
