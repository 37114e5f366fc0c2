import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { MapRig } from '../rig/map-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new MapRig())

interface Box {
  x: number
  y: number
  width: number
  height: number
}

async function boxOf(of: Locator): Promise<Box> {
  const box = await of.boundingBox()
  if (!box) throw new Error('there is no such box')
  return box
}

/** What of the agent's sheet is not to be seen: beyond the map, or under its buttons or a toast. */
async function hidden(): Promise<string[]> {
  const map = await boxOf(rig.page.locator('.leaflet-container'))
  const sheet = await boxOf(rig.popup())
  const found = []
  if (sheet.x < map.x || sheet.x + sheet.width > map.x + map.width) found.push('beside the map')
  if (sheet.y < map.y || sheet.y + sheet.height > map.y + map.height) found.push('above the map')
  if (areOver(sheet, await boxOf(buttons()))) found.push('under the buttons')
  if ((await toastBox().isVisible()) && areOver(sheet, await boxOf(toastBox())))
    found.push('under the toast')
  return found
}

const buttons = () => rig.page.locator('.leaflet-top.leaflet-left')
const toastBox = () => rig.toast().locator('..')

function areOver(a: Box, b: Box): boolean {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return across > 0 && down > 0
}

const PHONES = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]

it.each(PHONES)('what is said of an agent is whole on a phone of $width px', async (viewport) => {
  await rig.closePage()
  await rig.openPage({ hasTouch: true, isMobile: true, viewport })
  // In the corners of what the map shows first.
  const [south, north, west, east] = [4.6, 4.67, -74.14, -74.08]
  const corners = new Map([
    ['porton-1', { name: 'Agente 0', lat: north, lng: west }],
    ['bodega', { name: 'Agente 1', lat: north, lng: east }],
    ['raro', { name: 'Agente 2', lat: south, lng: east }],
  ])
  await rig.changeAgents((list) => list.map((one) => ({ ...one, ...corners.get(one.code) })))
  const agent = await rig.speaker('bodega')
  await rig.map()
  await rig.page.getByRole('checkbox', { name: 'Seguir eventos' }).uncheck()
  await rig.page.locator('.leaflet-container').evaluate((map) => map.scrollIntoView())
  for (const name of ['Agente 0', 'Agente 1', 'Agente 2']) {
    await rig.button('Ver todos').click()
    await rig.markerOf(name).click()
    await rig.popup().getByText(name).waitFor()
    await rig
      .popup()
      .getByRole('button', { name: /^Abrir/ })
      .waitFor()
    await expect.poll(hidden).toEqual([])
    // The agent itself stays in sight, with its name.
    await expect
      .poll(async () =>
        areOver(await boxOf(rig.markerOf(name).locator('.agent-name')), await boxOf(rig.popup())),
      )
      .toBe(false)
    // Of a registered tag: a notice on another would lie over the lowest marker.
    await agent.read('TEST-901')
    await rig.page.getByText('Última: Agente 1 (bodega)').waitFor()
    const said = rig.page.locator('output').filter({ hasText: /Lectura/ })
    await said.waitFor({ state: 'attached' })
    // Of the smallest map the sheet leaves nothing that a toast could cover.
    expect(await said.isVisible()).toBe(viewport.width > 340)
    expect(await hidden()).toEqual([])
    await rig.popup().getByRole('button', { name: 'Cerrar' }).click()
    await rig.popup().waitFor({ state: 'detached' })
  }
})

it('tells on a phone of 320 px what the contacts of a gate say, and leaves the gate in sight', async () => {
  await rig.closePage()
  await rig.openPage({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } })
  const barrier = { name: '', position: 'open', leftOpen: true, since: '2026-11-01T08:00:00Z' }
  const loop = { id: 'lazo', occupied: true }
  const contacts = { code: 'bodega', connected: true, loops: [loop], barriers: [barrier] }
  await rig.page.route('**/api/agents/contacts', (route) =>
    route.fulfill({ json: { agents: [contacts] } }),
  )
  await rig.map('?focus=bodega')
  const list = rig.popup().getByRole('list')
  const open = rig.popup().getByRole('button', { name: /^Abrir/ })
  const today = rig.popup().getByText(/^Hoy: /)
  for (const part of [list, open]) await part.waitFor()
  const name = rig.markerOf('Bodega Central').locator('.agent-name')
  await expect.poll(async () => areOver(await boxOf(name), await boxOf(rig.popup()))).toBe(false)
  const [listBox, openBox, todayBox] = await Promise.all([list, open, today].map(boxOf))
  if (!listBox || !openBox || !todayBox) throw new Error('a part is away')
  expect(areOver(todayBox, openBox) || areOver(todayBox, listBox)).toBe(false)
  expect(todayBox.height).toBeLessThan(50)
})

it.each(PHONES)(
  'a toast leaves all agents in sight on a phone of $width px, and says all',
  async (viewport) => {
    await rig.closePage()
    await rig.openPage({ hasTouch: true, isMobile: true, viewport })
    const agent = await rig.speaker('bodega')
    await rig.map()
    await rig.page.getByRole('checkbox', { name: 'Seguir eventos' }).uncheck()
    await rig.page.locator('.leaflet-container').evaluate((map) => map.scrollIntoView())
    await rig.button('Ver todos').click()
    await agent.read('TEST-901')
    await rig.toast().waitFor()
    const said = (await rig.toast().textContent()) ?? ''
    for (const word of ['Lectura recibida', 'Bodega Central (bodega)', 'ABC123 · Hino Dutro'])
      expect(said).toContain(word)
    expect(said).toMatch(/TEST-901\d\d:\d\d:\d\d$/)
    await rig.button('Sonido').waitFor()
    const [toast, map] = await Promise.all([
      boxOf(toastBox()),
      boxOf(rig.page.locator('.leaflet-container')),
    ])
    expect(areOver(toast, await boxOf(buttons()))).toBe(false)
    // A strip above the credit, which stays in sight as the tiles' licence asks.
    expect(toast.height).toBeLessThan(60)
    expect(toast.y).toBeGreaterThan(map.y + map.height * 0.6)
    expect(areOver(toast, await boxOf(rig.page.locator('.leaflet-control-attribution')))).toBe(
      false,
    )
    const names = await rig.page.locator('.agent-marker .agent-name').all()
    expect(names.length).toBe(3)
    for (const name of names) expect(areOver(await boxOf(name), toast)).toBe(false)
  },
)

it('a toast stands over neither the notice on an unknown tag nor the buttons of the map', async () => {
  await rig.closePage()
  await rig.openPage({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } })
  const agent = await rig.speaker('bodega')
  await rig.map()
  const notice = rig.page.getByRole('complementary', { name: 'Tags sin registrar' })
  await until('the notice', async () => {
    await agent.read('E28053AE51F6BFFD230AFED2')
    return (await notice.count()) > 0
  })
  await rig.toast().waitFor()
  const toast = await boxOf(toastBox())
  expect(toast.height).toBeLessThan(50)
  for (const other of [notice, buttons()]) expect(areOver(toast, await boxOf(other))).toBe(false)
})

it('says on a phone which agent the last read was at, without cutting a word', async () => {
  await rig.closePage()
  await rig.openPage({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } })
  await rig.changeAgents((list) =>
    list.map((one) => (one.code === 'bodega' ? { ...one, name: 'Parqueadero visitantes' } : one)),
  )
  const agent = await rig.speaker('bodega')
  await rig.map()
  await agent.read('TEST-901')
  const last = rig.page.getByText('Última: Parqueadero visitantes (bodega)')
  await last.waitFor()
  expect(await last.evaluate((it) => it.scrollHeight - it.clientHeight)).toBeLessThanOrEqual(1)
})

it('on a phone of 320 px the name of an agent is whole, beside the buttons of the map', async () => {
  await rig.closePage()
  await rig.openPage({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } })
  const corners = new Map([
    ['porton-1', { name: 'Parqueadero de visitantes', lat: 4.67, lng: -74.14 }],
    ['bodega', { name: 'Bodega de repuestos', lat: 4.635, lng: -74.08 }],
    ['raro', { name: 'Patio de contenedores', lat: 4.6, lng: -74.14 }],
  ])
  await rig.changeAgents((list) => list.map((one) => ({ ...one, ...corners.get(one.code) })))
  await rig.map()
  await rig.page.getByRole('checkbox', { name: 'Seguir eventos' }).uncheck()
  await rig.markerOf('Bodega de repuestos').waitFor()
  const cut = () =>
    rig.page.locator('.leaflet-container').evaluate((map) => {
      const frame = map.getBoundingClientRect()
      const controls = [...map.querySelectorAll('.leaflet-bar')]
      const names = [...map.querySelectorAll('.agent-marker:not([data-side="none"]) .agent-name')]
      const isCut = (name: Element) => {
        const { left, right, top, bottom } = name.getBoundingClientRect()
        const isCovered = controls
          .map((control) => control.getBoundingClientRect())
          .some((c) => left < c.right && c.left < right && top < c.bottom && c.top < bottom)
        return isCovered || left < frame.left || right > frame.right
      }
      return { shown: names.length, cut: names.filter(isCut).length }
    })
  await expect.poll(cut).toEqual({ shown: 3, cut: 0 })
})

it('an open popup is without faults on a phone', async () => {
  await rig.map('?focus=bodega')
  await rig.popup().getByText('Zona franca').waitFor()
  expect(await faultsInAllLooks(rig.page)).toEqual([])
})

it('its controls are one line on a phone, with the last read below the count', async () => {
  await rig.closePage()
  await rig.openPage({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  const agent = await rig.speaker('bodega')
  await rig.map()
  const count = rig.page.getByText(/ con coordenadas$/)
  const field = rig.page.getByLabel('Auto refresh (s)')
  const map = rig.page.locator('.leaflet-container')
  const before = await map.boundingBox()
  await agent.read('TEST-901')
  const last = rig.page.getByText(/^Última: /)
  await last.waitFor()
  const boxes = await Promise.all(
    [count, last, rig.page.getByText('Seguir eventos'), field].map((one) => one.boundingBox()),
  )
  const tops = boxes.map((box) => box?.y ?? 0)
  const bottoms = boxes.map((box) => (box ? box.y + box.height : 0))
  expect(Math.max(...bottoms) - Math.min(...tops)).toBeLessThan(60)
  expect(await map.boundingBox()).toEqual(before)
  expect(await faultsInAllLooks(rig.page)).toEqual([])
})

it('is whole on the smallest phone, its controls in one row and the last read above them', async () => {
  await rig.closePage()
  await rig.openPage({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 568 } })
  const agent = await rig.speaker('bodega')
  await rig.map()
  await agent.read('TEST-901')
  const last = rig.page.getByText('Última: Bodega Central (bodega)')
  await last.waitFor()
  const parts = [
    last,
    rig.page.getByRole('checkbox', { name: 'Seguir eventos' }),
    rig.page.getByRole('spinbutton', { name: 'Auto refresh (s)' }),
    rig.page.locator('.leaflet-container'),
    rig.page.getByRole('navigation', { name: 'Pantallas' }),
  ]
  const [lastBox, follow, refresh, map, tabs] = await Promise.all(parts.map(boxOf))
  if (!lastBox || !follow || !refresh || !map || !tabs) throw new Error('a part is away')
  const middle = ({ y, height }: Box) => y + height / 2
  expect(Math.abs(middle(follow) - middle(refresh))).toBeLessThan(12)
  expect(lastBox.y + lastBox.height).toBeLessThanOrEqual(refresh.y)
  expect(follow.x + follow.width).toBeLessThan(refresh.x)
  expect(map.y).toBeLessThan(190)
  expect(map.y + map.height).toBeLessThanOrEqual(tabs.y)
})

it('has the count in the middle of its line, and room beside the words of the view', async () => {
  await rig.page.setViewportSize({ width: 390, height: 844 })
  await rig.map()
  const middle = ({ y, height }: Box) => y + height / 2
  const count = await boxOf(rig.page.getByText(/^\d+ con coordenadas$/))
  const field = await boxOf(rig.page.getByLabel('Auto refresh (s)'))
  expect(Math.abs(middle(count) - middle(field))).toBeLessThan(4)
  const rooms = await rig.page
    .locator('.mantine-SegmentedControl-label')
    .evaluateAll((labels) =>
      labels.map((one) => Number.parseFloat(getComputedStyle(one).paddingLeft)),
    )
  expect(Math.min(...rooms)).toBeGreaterThanOrEqual(12)
})
