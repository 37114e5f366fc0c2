import { expect, it } from 'vitest'
import { DashboardRig } from '../rig/dashboard-rig.ts'
import { readTags } from '../rig/dashboard-site.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'

const MM = 96 / 25.4
/** Between the margins of Letter. */
const SHEET = { width: 196 * MM }

const rig = eachOnItsPage(new DashboardRig(300))

const prints = () => rig.page.evaluate(() => Number(Reflect.get(globalThis, 'prints')))
/** The end of each call of the dashboard's figures; null: it is as late as its answer. */
function ends(): { path: string; to: string | null }[] {
  const seen: { path: string; to: string | null }[] = []
  rig.page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!/^\/api\/rfid\/(stats|logs)/.test(pathname) || pathname.endsWith('/stats/today')) return
    seen.push({ path: pathname, to: searchParams.get('to') })
  })
  return seen
}

it('prints figures of one moment by Ctrl-P, and has those of now again after it', async () => {
  await rig.dashboard('?range=7d')
  await rig.region('Lecturas por hora del rango').getByRole('img').waitFor()
  const range = rig.page.getByText('Lecturas en rango', { exact: true }).locator('xpath=../..')
  const count = async () => Number(/\d+/.exec(await range.innerText())?.[0])
  const before = await count()
  // Since the screen was loaded, and a second ago: it is on the paper.
  await readTags(rig.client, 'porton-papel', ['PAPEL-1'])
  const seen = ends()
  await rig.page.keyboard.press('Control+p')
  await until('the print dialog', async () => (await prints()) === 1)
  expect(await count()).toBe(before + 1)
  for (const words of ['Lecturas por hora del rango. Total', 'Lecturas por día (30 días). Total']) {
    const label = rig.page.getByRole('img', { name: words }).first()
    const total = / Total ([\d.]+)\./.exec((await label.getAttribute('aria-label')) ?? '')?.[1]
    expect(Number(total)).toBe(before + 1)
  }
  const [first] = seen.filter(({ path }) => path.endsWith('/stats/daily'))
  expect(first?.to).toMatch(/^\d{4}-/)
  const same = seen.filter(({ to }) => Date.parse(to ?? '') === Date.parse(first?.to ?? ''))
  expect(seen).toHaveLength(9)
  // All but the day before, which the trend compares with.
  expect(same).toHaveLength(8)

  seen.length = 0
  await rig.page.keyboard.press('r')
  await until('the calls of a refresh', async () => seen.length === 9)
  const open = seen.flatMap(({ path, to }) => (to === null ? [path.split('/').at(-1) ?? ''] : []))
  expect(open.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'daily',
    'heatmap',
    'hourly',
    'logs',
    'today',
    'today',
    'top-vehicles',
  ])
})

it('prints what the screen has where its calls fail', async () => {
  await rig.dashboard()
  const days = rig.page.getByRole('img', { name: 'Lecturas por día (30 días). Total' }).first()
  await days.waitFor()
  const before = await days.getAttribute('aria-label')
  await rig.fail('/api/rfid/stats/daily', 500)
  await rig.page.keyboard.press('Control+p')
  await until('the print dialog', async () => (await prints()) === 1)
  expect(await days.getAttribute('aria-label')).toBe(before)
})

it('opens one print dialog where Ctrl-P is pressed again while its calls are on their way', async () => {
  await rig.dashboard()
  await rig.region('Lecturas por hora del rango').getByRole('img').waitFor()
  await rig.page.evaluate(() => {
    for (let i = 0; i < 2; i++) {
      dispatchEvent(new KeyboardEvent('keydown', { key: 'p', ctrlKey: true, cancelable: true }))
    }
  })
  await until('the print dialog', async () => (await prints()) === 1)
  await rig.page.waitForLoadState('networkidle')
  expect(await prints()).toBe(1)
})

it('has the reads of a search on paper, and nothing that names others', async () => {
  await rig.dashboard('?range=7d&owner=Propietario')
  const chart = rig.region('Lecturas por hora del rango')
  await chart.getByRole('img').waitFor()
  await rig.rows().first().waitFor()
  await rig.page.emulateMedia({ media: 'print' })
  expect(await rig.rows().first().isVisible()).toBe(true)
  expect(await chart.isVisible()).toBe(false)
  expect(await rig.region('Vehículos con más lecturas').isVisible()).toBe(false)
  // Alone in its row, it has all of it, in one line.
  const card = await rig.region('Lecturas en rango').boundingBox()
  const row = await rig.region('Lecturas en rango').locator('..').boundingBox()
  expect(card?.width).toBe(row?.width)
  expect(card?.height).toBeLessThan(16 * MM)
  const head = rig.page.getByText('Propietario: Propietario').filter({ visible: true }).first()
  expect(await head.innerText()).toMatch(/\d\d:\d\d\nPropietario: Propietario$/)
  expect(await rig.page.getByText('Todo el sitio').filter({ visible: true }).count()).toBe(0)
  await rig.page.emulateMedia({ media: null })
  expect(await chart.isVisible()).toBe(true)
})

it('has its charts in vectors, in the place of those of the screen', async () => {
  await rig.dashboard('?range=7d')
  const cards = ['Lecturas por día (30 días)', 'Lecturas por hora del rango'].map((name) =>
    rig.region(name).locator('canvas'),
  )
  for (const card of cards) await card.waitFor()
  const vectors = rig.page.locator('svg[role="img"]')
  const told = (name: string) => rig.page.evaluate((it) => void dispatchEvent(new Event(it)), name)
  await until('the vectors', async () => {
    await told('beforeprint')
    return (await vectors.count()) === 2
  })
  for (const card of cards) expect(await card.isVisible()).toBe(false)
  for (const vector of await vectors.all()) {
    expect(await vector.getAttribute('aria-label')).toMatch(/ Total [\d.]+\. Máximo/)
  }
  expect(await vectors.first().locator('rect[fill^="url"]').count()).toBe(1)
  await told('afterprint')
  await until('the screen', () => cards[0]?.isVisible() ?? Promise.resolve(false))
  expect(await vectors.count()).toBe(0)
})

it('prints no caption over the axes of a chart', async () => {
  // A printer's page is laid out without telling the observers that redraw charts.
  await rig.page.addInitScript(() => {
    const Observer = globalThis.ResizeObserver
    globalThis.ResizeObserver = class extends Observer {
      constructor(tell: ResizeObserverCallback) {
        super((...seen) => Reflect.get(globalThis, 'isPaper') || tell(...seen))
      }
    }
  })
  await rig.page.setViewportSize({ width: 320, height: 640 })
  await rig.dashboard()
  const cards = ['Lecturas por día (30 días)', 'Lecturas por hora del rango'].map((name) =>
    rig.region(name),
  )
  const drawn = new Map<string, number>()
  for (const card of cards) {
    await card.locator('canvas').waitFor()
    const box = await card.locator('canvas').boundingBox()
    drawn.set(String(card), box?.height ?? 0)
  }
  await rig.page.evaluate(() => Object.assign(globalThis, { isPaper: true }))
  await rig.page.emulateMedia({ media: 'print' })
  await rig.page.setViewportSize({ width: Math.floor(SHEET.width), height: 900 })
  for (const card of cards) {
    const chart = await card.locator('canvas').boundingBox()
    const caption = await card.getByText(/^Total /).boundingBox()
    // As high as its sheet wants it, and not as it was drawn.
    expect(chart?.height).not.toBe(drawn.get(String(card)))
    expect(caption?.y).toBeGreaterThanOrEqual((chart?.y ?? 0) + (chart?.height ?? 0))
  }
})
