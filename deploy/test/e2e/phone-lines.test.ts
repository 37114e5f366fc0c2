import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { LiveAgent } from '../rig/live-agent.ts'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'

const TAG = 'E2801191A503006543E90001'
const LONG = {
  plate: 'ABCDEFGHIJ12',
  model: 'Camioneta Hino Dutro',
  owner: 'Transportadora '.repeat(14).slice(0, 200).trim(),
  rfid_tag: TAG,
}

const rig = eachOnItsPage(new LiveRig(), {
  hasTouch: true,
  isMobile: true,
  viewport: { width: 390, height: 844 },
})

const boxOf = async (one: Locator) => (await one.boundingBox()) ?? expect.fail('it is not seen')

let isLong = false
async function haveLongNames(): Promise<void> {
  if (!isLong) await rig.client.post('/api/vehicles', LONG)
  isLong = true
}

describe('the choice of the map’s view', () => {
  it.each([320, 390, 844])(
    'stands in one place at %i px, and no word at its edge',
    async (width) => {
      await rig.page.setViewportSize({ width, height: width > 500 ? 390 : 700 })
      const places: { x: number; y: number }[] = []
      for (const view of ['/map', '/map?view=status']) {
        await rig.page.goto(view)
        const choice = rig.page.getByRole('radiogroup')
        await choice.waitFor()
        await rig.page
          .getByText(/con coordenadas|Total:/)
          .first()
          .waitFor()
        const { x, y } = await boxOf(choice)
        places.push({ x, y })
        const rooms = await choice.locator('label').evaluateAll((labels) =>
          labels.map((label) => {
            const text = document.createRange()
            text.selectNodeContents(label)
            return text.getBoundingClientRect().left - label.getBoundingClientRect().left
          }),
        )
        expect(Math.min(...rooms)).toBeGreaterThanOrEqual(6)
      }
      const [map, status] = places
      expect(Math.abs(Number(map?.x) - Number(status?.x))).toBeLessThan(2)
      expect(Math.abs(Number(map?.y) - Number(status?.y))).toBeLessThan(2)
    },
  )
})

it('has the filters of the live screen in two columns', async () => {
  await rig.live()
  await rig.button('Filtros').tap()
  const fields = ['Texto', 'Agente', 'Desde', 'Hasta'].map((name) =>
    rig.page.getByText(name, { exact: true }).filter({ visible: true }).first().locator('..'),
  )
  const boxes = []
  for (const field of fields) boxes.push(await boxOf(field))
  const [text, agent, from, to] = boxes.map(({ x, width }) => [Math.round(x), Math.round(width)])
  expect([from, to]).toEqual([text, agent])
})

it('has wave and tone of the sound begin below each other', async () => {
  await rig.live()
  await rig.button('Sonido').tap()
  const [wave, tone] = ['Onda', 'Tono'].map((name) =>
    rig.page.getByRole('group', { name }).getByRole('radiogroup'),
  )
  expect((await boxOf(wave ?? expect.fail())).x).toBe((await boxOf(tone ?? expect.fail())).x)
})

it('ends the choices of the accounts at the edge of what stands below', async () => {
  await rig.page.goto('/admin?tab=usuarios')
  const state = await boxOf(rig.page.getByLabel('Estado', { exact: true }))
  const card = await boxOf(rig.page.getByRole('row').nth(1))
  expect(Math.abs(state.x + state.width - card.x - card.width)).toBeLessThan(2)
})

it('says on a card of Registro what was done to', async () => {
  await LiveAgent.open(rig.client, 'bahia-9', { name: 'Bahía', location: 'Sur' })
  await rig.page.goto('/admin?tab=usuarios&vista=registro')
  const row = rig.page.getByRole('row').filter({ hasText: 'bahia-9' }).first()
  const target = row.getByText('bahia-9', { exact: true }).first()
  await target.waitFor()
  const [said, card] = [await boxOf(target), await boxOf(row)]
  expect(said.width).toBeGreaterThan(20)
  expect(said.y + said.height).toBeLessThanOrEqual(card.y + card.height)
})

describe('long names', () => {
  it.each([320, 390])('leave a plate whole at %i px', async (width) => {
    await haveLongNames()
    await rig.page.setViewportSize({ width, height: 844 })
    const isCut = (cell: Locator) =>
      cell.evaluate((it) => {
        const text = document.createRange()
        text.selectNodeContents(it)
        const row = it.closest('tr') ?? it
        const right = text.getBoundingClientRect().right
        return it.scrollWidth > it.clientWidth + 1 || right > row.getBoundingClientRect().right
      })
    await rig.page.goto(`/admin?tab=vehiculos&q=${LONG.plate}`)
    const lead = rig.page.locator('td[data-place=lead]').first()
    await lead.getByText(LONG.plate).waitFor()
    expect(await isCut(lead)).toBe(false)
    await rig.agent.read(TAG)
    await rig.page.goto(`/dashboard?range=24h&tag=${TAG}`)
    const plate = rig.page.locator('section[aria-label=Lecturas] td[data-cell=plate]').first()
    await plate.getByText(LONG.plate).waitFor()
    expect(await isCut(plate)).toBe(false)
  })

  it('take two lines of the search, and a tag one', async () => {
    await haveLongNames()
    await rig.page.setViewportSize({ width: 320, height: 568 })
    await rig.page.goto('/map?view=status')
    await rig.page
      .getByRole('button', { name: /^Buscar/ })
      .first()
      .tap()
    await rig.page.getByRole('combobox').fill(TAG)
    const option = rig.page.getByRole('option').filter({ hasText: LONG.plate }).first()
    await option.waitFor()
    expect((await boxOf(option)).height).toBeLessThan(90)
    const reads = rig.page.getByRole('option').getByText(TAG).first()
    await reads.waitFor()
    const lines = await reads.evaluate((it, tag) => {
      const text = document.createRange()
      const node = it.firstChild ?? it
      const from = node.textContent?.indexOf(tag) ?? 0
      text.setStart(node, from)
      text.setEnd(node, from + tag.length)
      return text.getClientRects().length
    }, TAG)
    expect(lines).toBe(1)
  })
})

it('lists the days of a month newest first, and nothing scrolls in the page', async () => {
  await rig.agent.read('TEST-001')
  await rig.page.goto('/dashboard')
  await rig.button('Ver tabla: Lecturas por día (30 días)').tap()
  const table = rig.page.getByRole('region', { name: 'Tabla: Lecturas por día (30 días)' })
  const days = await table.locator('td:first-child').allTextContents()
  const asNumber = (day: string) => Number(day.split('/').toReversed().join(''))
  expect(days.length).toBe(30)
  expect(days.map(asNumber)).toEqual(days.map(asNumber).toSorted((a, b) => b - a))
  expect(await table.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0)
})

it('draws the days of a month’s report in type that can be read', async () => {
  await rig.agent.read('TEST-001')
  // The printer's dialog would leave it on its paper.
  await rig.context.addInitScript(() => (window.print = () => {}))
  await rig.page.goto('/report?range=30d')
  const chart = rig.page.getByRole('img', { name: /^Lecturas por día del rango/ })
  const word = chart.locator('text').first()
  await word.waitFor()
  await until('the chart', async () => (await boxOf(word)).height > 8)
})

it('says that there is no connection before it says that there are no streets', async () => {
  await rig.page.route('**/api/tiles/**', (route) => route.fulfill({ status: 404 }))
  await rig.page.routeWebSocket(/socket\.io/, () => {})
  await rig.page.goto('/map')
  await rig.page.getByText('Sin conexión con el hub: se ve un mapa sin calles').waitFor()
  expect(await rig.page.getByText('Las calles no cargan').count()).toBe(0)
})
