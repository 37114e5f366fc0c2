import type { AssetList, LogsResponse } from '@vehicle-control/protocol'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
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

describe('the administration at 320 px', () => {
  const lines = (text: Locator) =>
    text.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().toJSON() as DOMRect
    })

  it('says whole what is chosen of a list, and a role', async () => {
    await page.goto('/admin?tab=usuarios')
    const role = page.getByRole('cell', { name: 'Superadministrador' }).first()
    await role.waitFor()
    expect(await isCut(role)).toBe(false)
    for (const name of ['Rol', 'Estado']) {
      const room = await page.getByLabel(name, { exact: true }).evaluate((field) => {
        const select = field as HTMLSelectElement
        const { paddingLeft, paddingRight, font } = getComputedStyle(select)
        const pen = document.createElement('canvas').getContext('2d')
        if (!pen) return Number.NaN
        pen.font = font
        const { width } = pen.measureText(select.selectedOptions[0]?.text ?? '')
        const inside =
          select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        return inside - width
      })
      expect(room).toBeGreaterThanOrEqual(0)
    }
  })

  it('ends a name before the role, and leaves the address whole', async () => {
    await page.goto('/admin?tab=usuarios')
    const row = page.getByRole('row').filter({ hasText: 'Superadministrador' })
    const role = row.getByRole('cell', { name: 'Superadministrador' })
    await role.waitFor()
    const name = row.locator('td[data-place=under]')
    const [left, right] = await Promise.all([name.boundingBox(), role.boundingBox()])
    expect(Number(left?.x) + Number(left?.width)).toBeLessThanOrEqual(Number(right?.x))
    expect(await name.evaluate((it) => getComputedStyle(it).textOverflow)).toBe('ellipsis')
    expect(await isCut(row.locator('td[data-place=lead]'))).toBe(false)
  })

  it('has all that an opened row says in one line from above', async () => {
    await page.goto('/admin?tab=usuarios')
    const row = page.getByRole('row').filter({ hasText: 'Superadministrador' })
    await row.locator('[aria-expanded]').click()
    await row.locator('[aria-expanded=true]').waitFor()
    const lefts = await row.locator('td[data-head]:not([data-place=lead])').evaluateAll((cells) => [
      ...new Set(
        cells.map((cell) => {
          const text = document.createRange()
          text.selectNodeContents(cell)
          return Math.round(text.getBoundingClientRect().left)
        }),
      ),
    ])
    expect(lefts).toHaveLength(1)
  })

  it('says whole who did something, beside a day without the year that it is', async () => {
    await page.goto('/admin?tab=usuarios&vista=registro')
    const row = page.getByRole('row').filter({ hasText: 'Creó un token de registro' }).first()
    await row.waitFor()
    expect(await isCut(row.getByRole('cell', { name: '@' }).first())).toBe(false)
    const when = row.locator('td[data-place=under]')
    expect(await when.innerText()).toMatch(/^\d\d\/\d\d \d\d:\d\d$/)
    await row.locator('[aria-expanded]').click()
    await until('the year', async () => /\/\d{4} /.test(await when.innerText()))
  })

  it('says whole what somebody did, and its state in the line of what is said of it', async () => {
    await page.goto('/admin?tab=usuarios&vista=registro')
    const act = page.getByRole('cell', { name: 'Creó un token de registro' }).first()
    await act.waitFor()
    expect(await isCut(act)).toBe(false)
    const state = page.getByRole('tabpanel').locator('output > [data-tone]')
    const bottoms = await state.evaluate((mark) => {
      const rest = document.createRange()
      const next = mark.nextSibling
      if (!next) return []
      rest.setStart(next, 0)
      rest.setEnd(next, 1)
      const word = document.createRange()
      word.selectNodeContents(mark.lastChild ?? mark)
      return [word, rest].map((range) => range.getBoundingClientRect().bottom)
    })
    expect(Math.abs(Number(bottoms[0]) - Number(bottoms[1]))).toBeLessThan(0.6)
  })

  it('invites by a sheet of which nothing is cut', async () => {
    await page.setViewportSize({ width: 320, height: 568 })
    await page.goto('/admin?tab=usuarios')
    await rig.button('Invitar').click()
    const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancelar' })
    await cancel.waitFor()
    const box = await cancel.boundingBox()
    expect(Number(box?.y) + Number(box?.height)).toBeLessThanOrEqual(568)
    const dialog = await page.getByRole('dialog').boundingBox()
    expect(dialog).toMatchObject({ x: 0, width: 320 })
    expect(Number(dialog?.y) + Number(dialog?.height)).toBe(568)
  })

  it('says whose actions a menu has, and leaves a card’s edge free', async () => {
    const contacts = {
      code: CODE,
      connected: true,
      loops: [{ id: 'lazo', occupied: true }],
      barriers: [],
    }
    await page.route('**/api/agents/contacts', (route) =>
      route.fulfill({ json: { agents: [contacts] } }),
    )
    await page.goto('/admin?tab=agentes')
    const row = page.getByRole('row').filter({ hasText: NAME })
    const mark = row.getByText(/Lazo/).last()
    await mark.waitFor()
    const [text, card] = [await lines(mark), await row.boundingBox()]
    expect(Number(card?.y) + Number(card?.height) - text.bottom).toBeGreaterThan(5)
    await page
      .getByRole('button', { name: new RegExp(`: ${NAME}$`) })
      .last()
      .click()
    const menu = page.getByRole('menu')
    await menu.waitFor()
    const head = await menu.evaluate((it) => getComputedStyle(it, '::before').content)
    expect(head).toContain(NAME)
  })
})

it('has what is bold of a report in two words, and its shape on their line', async () => {
  await gate.read('E2000017C0FFEE99')
  const read = await until('the read', async () => {
    const { logs } = (await rig.client.get('/api/rfid/logs?tag=E2000017C0FFEE99')) as LogsResponse
    return logs[0]
  })
  await rig.client.post('/api/rfid/tags/E2000017C0FFEE99/report', {
    agent_code: CODE,
    read_at: read.read_at,
    note: 'Camioneta azul sin placa',
  })
  await page.goto('/map?view=status')
  await page.getByRole('button', { name: /^Avisos/ }).click()
  const words = page.locator('li .wraps').filter({ hasText: 'Tag desconocido' })
  await words.waitFor()
  const bold = await words.evaluate((it) =>
    [it, ...it.children].map((one) => Number(getComputedStyle(one).fontWeight)),
  )
  expect(bold).toEqual([600, 400])
})

it('chooses nothing of the search that nobody typed for', async () => {
  await page.goto('/map?view=status')
  await page
    .getByRole('button', { name: /^Buscar/ })
    .first()
    .click()
  const options = page.getByRole('option')
  await options.first().waitFor()
  expect(await page.locator('[data-combobox-selected]').count()).toBe(0)
  await page.getByRole('combobox').fill('mapa')
  await page.locator('[data-combobox-selected]').waitFor()
})

it('has both ways on from the reads of a vehicle as wide as each other', async () => {
  await gate.read('TEST-001')
  const { items } = (await rig.client.get('/api/assets?q=TEST-001')) as AssetList
  await page.goto(`/vehicle?id=${items[0]?.id}`)
  const links = ['Ver todas', 'Reporte para'].map((name) =>
    page.getByRole('link', { name: new RegExp(`^${name}`) }).boundingBox(),
  )
  const [all, report] = await Promise.all(links)
  expect(report?.width).toBe(all?.width)
})
