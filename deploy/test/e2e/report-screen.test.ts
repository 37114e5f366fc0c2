import type { LogsResponse, ReportResponse } from '@vehicle-control/protocol'
import { describe, expect, it } from 'vitest'
import { DashboardRig } from '../rig/dashboard-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { sheetsOf } from '../rig/sheets.ts'

const rig = eachOnItsPage(new DashboardRig(300))

/** What the texts of rows say that are wider than their cell, and how far they leave it. */
const leaving = () =>
  rig.page.locator('tbody td[data-cell]').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      if (cell.textContent === '') return []
      const range = document.createRange()
      range.selectNodeContents(cell)
      const text = range.getBoundingClientRect()
      const { left, right } = cell.getBoundingClientRect()
      const over = Math.max(text.right - right, left - text.left)
      return over > 0.5 ? [`${cell.textContent}: ${over.toFixed(1)}`] : []
    }),
  )

it.each([320, 390, 768, 1024])('prints no text of a row over another at %i px', async (width) => {
  await rig.page.setViewportSize({ width, height: 844 })
  await rig.page.goto('/report?range=7d')
  await rig.page.locator('tbody td[data-cell=at]').nth(299).waitFor({ state: 'attached' })
  await rig.page.evaluate(() => document.fonts.ready)
  expect(await leaving()).toEqual([])
  expect(await rig.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
})

it('has a read in three lines of a phone, without scrolling sideways', async () => {
  await rig.page.setViewportSize({ width: 320, height: 568 })
  await rig.page.goto('/report?range=7d')
  await rig.page.locator('tbody td[data-cell=at]').nth(299).waitFor({ state: 'attached' })
  const boxes = await rig.page.evaluate(() =>
    ['tr:not([data-unknown])', 'tr[data-unknown]'].map((kind) => {
      const rows = [...document.querySelectorAll(`${kind}:has(> td[data-cell=at])`)]
      const row = rows.find(({ textContent: text }) => !text?.includes('<img'))
      row?.scrollIntoView()
      const { right = Infinity, height = Infinity } = row?.getBoundingClientRect() ?? {}
      return { right, height }
    }),
  )
  for (const { right, height } of boxes) {
    expect(height).toBeLessThan(60)
    expect(right).toBeLessThanOrEqual(320)
  }
  const figures = rig.page.locator('main dl').last().locator('> div')
  for (const figure of await figures.all()) {
    const [name, count] = await figure.evaluate(({ children }) =>
      Array.from(children, (part) => part.getBoundingClientRect()).map(({ top, bottom }) => ({
        top,
        bottom,
      })),
    )
    expect(count?.top).toBeLessThan(Number(name?.bottom))
  }
  const section = rig.page.locator('section:has(td[data-cell=at])')
  const [whole, seen] = await section.evaluate((it) => [it.scrollWidth, it.clientWidth])
  expect(whole).toBe(seen)
})

it('says in one line over each thousand of reads which they are', async () => {
  await rig.page.setViewportSize({ width: 320, height: 568 })
  await rig.page.route('**/api/rfid/logs?*', async (route) => {
    const answer = (await (await route.fetch()).json()) as LogsResponse
    const logs = Array.from({ length: 5 }, () => answer.logs).flat()
    await route.fulfill({ json: { ...answer, logs } })
  })
  await rig.page.goto('/report?range=7d')
  const caption = rig.page.getByText(/, 1 a 1\.000$/)
  await caption.waitFor()
  const box = await caption.boundingBox()
  expect(box?.width).toBeGreaterThan(250)
  expect(box?.height).toBeLessThan(65)
})

describe('of a month of which few days have reads', () => {
  const from = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
  const month = `/report?range=custom&from=${from}T00:00`

  it.each(['screen', 'print'] as const)('has them in one column on %s', async (media) => {
    await rig.page.setViewportSize({ width: media === 'print' ? 741 : 1366, height: 900 })
    await rig.page.emulateMedia({ media })
    await rig.page.goto(month)
    const days = rig.page.locator('section', { hasText: /^Totales por día/ })
    const cells = days.locator('tr > :first-child')
    await cells.first().waitFor()
    const lefts = await cells.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
    // The head, two or three days, and the total.
    expect(lefts.length).toBeGreaterThan(3)
    expect(lefts.length).toBeLessThan(8)
    expect(new Set(lefts).size).toBe(1)
  })

  it('has the chart by day over the whole width, and none of 744 hours', async () => {
    await rig.page.goto(month)
    const chart = rig.page.getByRole('img', { name: /^Lecturas por día del rango/ })
    await chart.waitFor()
    expect(await rig.page.getByRole('img').count()).toBe(1)
    const sheet = await rig.page.locator('main').boundingBox()
    expect((await chart.boundingBox())?.width).toBeGreaterThan(Number(sheet?.width) * 0.85)
  })
})

it('names the owner that was asked for once, and the model of each vehicle', async () => {
  const { logs } = (await rig.client.get('/api/rfid/logs?limit=300&from=0')) as LogsResponse
  const names = logs.flatMap(({ owner }) => owner ?? [])
  const longest = names.toSorted((a, b) => b.length - a.length)[0] ?? ''
  // A part of no other's name.
  const owner = names.find((name) => /^Propietario \d{3}$/.test(name)) ?? longest
  await rig.page.goto(`/report?range=7d&owner=${encodeURIComponent(owner)}`)
  const totals = rig.page.locator('section', { hasText: /^Totales por vehículo/ })
  await totals.getByRole('columnheader', { name: 'Modelo' }).waitFor()
  expect(await totals.getByText(owner).count()).toBe(0)
  const head = rig.page.locator('header')
  expect((await head.innerText()).split(owner)).toHaveLength(2)
  // Under the title, where a customer looks for whose report it is, and no filter besides.
  await head.locator('h1 + p', { hasText: owner }).waitFor()
  expect(await head.getByText('Filtros').count()).toBe(0)
})

describe('of one owner over thirty days, without its list', () => {
  /** An owner with an agent or two, whose reads are of each of thirty days. */
  const owned = async () => {
    const { logs } = (await rig.client.get('/api/rfid/logs?limit=300&from=0')) as LogsResponse
    const names = logs.flatMap(({ owner }) => owner ?? [])
    const owner = names.find((name) => /^Propietario \d{3}$/.test(name)) ?? ''
    await rig.page.route('**/api/rfid/stats/report?*', async (route) => {
      const answer = (await (await route.fetch()).json()) as ReportResponse
      const days = answer.days.map((one) => ({ ...one, total: 30 }))
      const agents = Array.from({ length: 4 }, (_, i) => {
        return { code: `puerta-${i}`, name: `Puerta número ${i}`, total: 225 }
      })
      await route.fulfill({ json: { ...answer, total: 900, days, agents } })
    })
    return owner
  }

  it('is one sheet of Letter, where what it leaves out stands under its figures', async () => {
    await rig.page.goto(`/report?range=30d&owner=${await owned()}&solo=totales`)
    const agents = rig.page.getByRole('heading', { name: 'Totales por agente' })
    await agents.waitFor()
    const left = rig.page.getByText(/^Solo totales: sin la lista/)
    const chart = rig.page.getByRole('img', { name: /^Lecturas por día del rango/ })
    expect((await left.boundingBox())?.y).toBeLessThan(Number((await chart.boundingBox())?.y))
    const days = rig.page.getByRole('heading', { name: 'Totales por día' })
    expect((await agents.boundingBox())?.y).toBe((await days.boundingBox())?.y)
    expect(await sheetsOf(rig.page)).toHaveLength(1)
  })
})

it('says what was searched for at the head of each page, and in the name of its file', async () => {
  await rig.page.goto('/report?range=7d&owner=Propietario')
  await rig.page.getByRole('heading', { name: /^Lecturas \(/ }).waitFor()
  const margins = await rig.page.evaluate(() =>
    document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map((one) => one.cssText)),
  )
  expect(margins.join()).toMatch(/"[^"]+ · Reporte de lecturas · Propietario: Propietario"/)
  expect(await rig.page.title()).toMatch(/^Reporte de lecturas .* Propietario: Propietario \d/)
})

it('ends the totals by vehicle with their total, and says which days it leaves out', async () => {
  await rig.page.goto('/report?range=30d&known=1')
  const part = (name: string) => rig.page.locator('section', { hasText: new RegExp(`^${name}`) })
  const rows = part('Totales por vehículo').locator('tr')
  await rows.last().waitFor()
  const numberOf = (text: string | null) => Number((text ?? '').replaceAll('.', ''))
  const counts = (await rows.locator('td:last-child').allTextContents()).map(numberOf)
  const total = counts.pop()
  expect(await rows.last().getByRole('rowheader').textContent()).toBe('Total')
  expect(total).toBe(counts.reduce((sum, count) => sum + count, 0))
  await part('Totales por día').getByText('Los días sin lecturas no están en la lista.').waitFor()
})

it('tells reads of unknown tags apart by their tags', async () => {
  await rig.page.goto('/report?range=7d&known=0')
  const tags = rig.page.locator('section', { hasText: /^Totales por tag/ })
  await tags.getByRole('cell', { name: 'TEST-901' }).waitFor()
  expect(await rig.page.getByRole('heading', { name: 'Totales por vehículo' }).count()).toBe(0)
  const heads = await rig.page.locator('table:has(td[data-cell=tag]) th').allTextContents()
  expect(heads.slice(0, 3)).toEqual(['Fecha y hora', 'Tag', 'Agente'])
  for (const none of ['Placa', 'Modelo', 'Propietario']) expect(heads).not.toContain(none)
})
