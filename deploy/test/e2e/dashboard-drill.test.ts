import type { DailyResponse } from '@vehicle-control/protocol'
import { describe, expect, it } from 'vitest'
import { DashboardRig } from '../rig/dashboard-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const READS = 2000

const rig = eachOnItsPage(new DashboardRig(READS))

const chart = () => rig.page.getByRole('img', { name: /^Lecturas por día \(30 días\)/ })
/** What stands at a point of that chart. */
const tip = (text: RegExp) => rig.region('Lecturas por día (30 días)').getByText(text)

async function days() {
  return ((await rig.client.get('/api/rfid/stats/daily?days=30')) as DailyResponse).days
}

/** The middle of the bar that is so many days before today's, from the corner of its chart. */
async function barPlace(back: number) {
  const over = chart().locator('.u-over')
  const plot = await over.boundingBox()
  const box = await chart().boundingBox()
  if (!plot || !box) throw new Error('no chart')
  const x = plot.x - box.x + (plot.width * (29.5 - back)) / 30
  return { position: { x, y: plot.y - box.y + plot.height / 2 } }
}

const written = (day = '') => day.split('-').toReversed().join('/')

/** A phone in place of the page. */
/** A phone has the reads after the tenth folded. */
const moreReads = () => rig.page.getByText('Más lecturas', { exact: true }).tap()

async function openPhone(): Promise<void> {
  await rig.closePage()
  await rig.openPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
}

describe('a bar of the days', () => {
  it('says what it is at the pointer, and a press shows its day until Esc', async () => {
    const [before, yesterday] = (await days()).slice(-3)
    await rig.dashboard()
    await chart().hover(await barPlace(1))
    await tip(new RegExp(`lecturas?\\s${written(yesterday?.day)}$`)).waitFor()
    await chart().click(await barPlace(1))
    await rig.page.waitForURL((url) => url.search === '?range=yesterday')
    await rig.page
      .getByRole('radio', { name: 'Ayer', checked: true })
      .waitFor({ state: 'attached' })
    await chart().click(await barPlace(2))
    await rig.page.waitForURL((url) => url.searchParams.get('from') === `${before?.day}T00:00`)
    expect(rig.search().get('to')).toBe(`${before?.day}T23:59`)
    // The calendar comes with such a range.
    await rig.button('Desde').waitFor()
    await rig.page.locator('body').press('Escape')
    await rig.page.waitForURL((url) => url.search === '?range=yesterday')
    await rig.page.goBack()
    await rig.page.waitForURL((url) => url.search === '')
  })

  it('is reached by the arrows, and the running day is told', async () => {
    const today = (await days()).at(-1)
    await rig.dashboard('?range=24h')
    await chart().focus()
    await rig.page.keyboard.press('ArrowLeft')
    await tip(new RegExp(`${written(today?.day)}, en curso$`)).waitFor()
    expect(await chart().getAttribute('aria-label')).toMatch(/Hoy, en curso: \d/)
    await rig.page.keyboard.press('ArrowLeft')
    await tip(new RegExp(`${written((await days()).at(-2)?.day)}$`)).waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
    await chart().focus()
    await rig.page.keyboard.press('End')
    await tip(/en curso$/).waitFor()
    await rig.page.keyboard.press('Enter')
    await rig.page.waitForURL((url) => url.search === '')
  })
})

describe('an hour of the week and a top vehicle', () => {
  it('lead to their reads, and back', async () => {
    await rig.dashboard()
    const heat = rig.page.getByRole('region', { name: /^Tabla: Lecturas por día y hora/ })
    // The one stop of the Tab key: the newest hour of those with reads.
    const cell = heat.locator('a[tabindex="0"]')
    const name = (await cell.getAttribute('aria-label')) ?? ''
    const [, day, month, year, hour] =
      /lecturas?: (\d\d)\/(\d\d)\/(\d{4}), (\d\d):00 a/.exec(name) ?? []
    await cell.focus()
    await rig.page.keyboard.press('Enter')
    const from = `${year}-${month}-${day}T${hour}:00`
    await rig.page.waitForURL((url) => url.searchParams.get('from') === from)
    await rig.column(1, (at) => at.startsWith(`${day}/${month}/${year} ${hour}:`))
    await rig.page.locator('h2:focus', { hasText: 'Lecturas' }).waitFor()
    await rig.button('Volver').click()
    await rig.page.waitForURL((url) => url.search === '')
    const plate = rig.region('Vehículos con más lecturas').getByRole('link').first()
    const text = (await plate.textContent()) ?? ''
    await plate.click()
    await rig.page.waitForURL((url) => url.searchParams.get('plate') === text)
    await rig.column(4, (found) => found.includes(text))
  })
})

it('the plate of a read leads to the page of its vehicle', async () => {
  await rig.dashboard('?range=7d&known=1')
  const plate = rig.rows().getByRole('link').first()
  const text = (await plate.textContent()) ?? ''
  await plate.click()
  await rig.page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor()
  expect(new URL(rig.page.url()).pathname).toBe('/vehicle')
})

it('a press leaves the hours of a tablet where somebody has them', async () => {
  await openPhone()
  await rig.page.setViewportSize({ width: 900, height: 844 })
  await rig.dashboard()
  const heat = rig.page.getByRole('region', { name: /^Tabla: Lecturas por día y hora/ })
  await heat.locator('a[tabindex="0"]').waitFor()
  await heat.scrollIntoViewIfNeeded()
  await heat.evaluate((box) => (box.scrollLeft = 7))
  expect(await heat.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
  await heat.getByRole('columnheader', { name: '00', exact: true }).tap()
  expect(await heat.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await heat.evaluate((box) => box.scrollLeft)).toBe(7)
})

describe('on a phone', () => {
  it.each([390, 320])(
    'the hours of a week fit in %d px, and a press enlarges them',
    async (width) => {
      await openPhone()
      await rig.page.setViewportSize({ width, height: 844 })
      await rig.dashboard()
      const heat = rig.page.getByRole('region', { name: /^Tabla: Lecturas por día y hora/ })
      const cell = heat.locator('a[tabindex="0"]')
      const isWhole = () => heat.evaluate((box) => box.scrollWidth === box.clientWidth)
      await cell.waitFor({ state: 'attached' })
      await heat.scrollIntoViewIfNeeded()
      expect(await isWhole()).toBe(true)
      // For who hears it, it has its numbers all the time.
      expect(await heat.getByRole('link', { name: /^[\d.]+ lecturas?: / }).count()).toBeGreaterThan(
        9,
      )
      expect(await faultsInAllLooks(rig.page)).toEqual([])
      // The early hour that the finger was on is in its middle, not the busiest.
      await heat.locator('tbody tr:nth-child(3) td:nth-of-type(3)').tap()
      expect(await isWhole()).toBe(false)
      expect(await heat.evaluate((box) => box.scrollLeft)).toBeLessThan(60)
      await rig.page.getByRole('heading', { name: 'Dashboard' }).tap()
      await expect.poll(isWhole).toBe(true)
      await heat.locator('tbody tr:nth-child(3) td:nth-of-type(16)').tap()
      const word = () =>
        heat.evaluate((box) => getComputedStyle(box.nextElementSibling ?? box, '::before').content)
      expect(await word()).toContain('Toca fuera para reducir')
      expect(rig.search().size).toBe(0)
      expect(await heat.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
      const { width: wide = 0, height = 0 } = (await cell.boundingBox()) ?? {}
      expect(Math.min(wide, height)).toBeGreaterThanOrEqual(44)
      expect(await faultsInAllLooks(rig.page)).toEqual([])
      await cell.tap()
      await rig.page.waitForURL((url) => url.searchParams.has('from'))
    },
  )

  it('a page of 25 reads takes no line that is not needed', async () => {
    await openPhone()
    await rig.dashboard('?range=24h')
    await chart().waitFor()
    expect((await chart().boundingBox())?.height).toBe(160)
    const owners = rig.region('Vehículos con más lecturas').locator('td:nth-child(2)')
    await owners.first().waitFor()
    const heights = await owners.evaluateAll((all) => all.map((it) => it.clientHeight))
    expect(Math.max(...heights)).toBeLessThan(50)
    await moreReads()
    const known = rig.rows().and(rig.page.locator('[data-same-day]:not([data-unknown])'))
    const rows = await known.evaluateAll((all) => all.map((it) => it.clientHeight))
    expect(rows.length).toBeGreaterThan(9)
    expect(Math.max(...rows)).toBeLessThan(48)
    // A finger needs as much.
    expect(Math.min(...rows)).toBeGreaterThanOrEqual(44)
  })

  it('a day stands once over its reads, whose rows have their times', async () => {
    await openPhone()
    await rig.dashboard('?range=7d')
    await rig.rows().first().scrollIntoViewIfNeeded()
    await moreReads()
    const seen = await rig
      .rows()
      .locator('time')
      .evaluateAll((all) =>
        all.map((time) => ({
          text: time.textContent,
          shown: time instanceof HTMLElement ? time.innerText.trim() : '',
        })),
      )
    let before = ''
    for (const { text, shown } of seen) {
      const [day = '', clock] = text.split(' ')
      expect(shown.replace(/\s+/, ' ')).toBe(day === before ? clock : text)
      before = day
    }
    expect(seen.length).toBeGreaterThan(20)
    // Who hears it has the day in each row.
    const button = rig.rows().nth(1).getByRole('button')
    expect(await button.getAttribute('aria-label')).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('a bar is seen before it is pressed, and a row shows all of its read', async () => {
    await openPhone()
    await rig.dashboard('?range=7d')
    await chart().scrollIntoViewIfNeeded()
    await chart().tap(await barPlace(0))
    await tip(/en curso$/).waitFor()
    expect(rig.page.url()).toContain('range=7d')
    const row = rig.rows().nth(1)
    const owner = await row.locator('td:nth-child(6)').textContent()
    const height = (await row.boundingBox())?.height ?? 0
    expect(height).toBeLessThan(64)
    await row.tap({ position: { x: 200, y: height / 2 } })
    const sheet = rig.page.getByRole('dialog', { name: 'Detalle de la lectura' })
    await sheet
      .getByText(owner ?? '', { exact: true })
      .first()
      .waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
    await rig.page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect(rig.page.url()).toContain('range=7d')
    await chart().scrollIntoViewIfNeeded()
    await chart().tap(await barPlace(0))
    await rig.page.waitForURL((url) => url.search === '')
  })
})
