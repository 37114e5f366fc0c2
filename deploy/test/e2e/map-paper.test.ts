import { beforeAll, expect, it } from 'vitest'
import { MapRig } from '../rig/map-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'

const rig = eachOnItsPage(new MapRig())
const GATES = 30
const nameOf = (gate: number) => `Portón del patio número ${gate}`

beforeAll(async () => {
  for (let i = 1; i <= GATES; i++) {
    const place = { lat: 4.55 + (i % 6) * 0.03, lng: -74.2 + Math.floor(i / 6) * 0.04 }
    await rig.client.post('/api/agents', { code: `patio-${i}`, name: nameOf(i), ...place })
  }
})

const told = (name: string) => rig.page.evaluate((it) => void dispatchEvent(new Event(it)), name)

/** How many of the markers are in the part of the map that is there. */
const inView = () =>
  rig.page.evaluate(() => {
    const map = document.querySelector('.leaflet-container')?.getBoundingClientRect()
    const markers = [...document.querySelectorAll('.agent-marker')]
    return markers.filter((marker) => {
      const { left, right, top, bottom } = marker.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      return map && x > map.left && x < map.right && y > map.top && y < map.bottom
    }).length
  })

it.each([1366, 390])('has all gates on paper, wherever it stood at %i px', async (width) => {
  await rig.page.setViewportSize({ width, height: 800 })
  await rig.map('?focus=patio-7')
  const all = await rig.markers().count()
  expect(all).toBeGreaterThan(GATES)
  await rig.popup().waitFor()
  await until('the one that was asked for', async () => (await inView()) < all)
  const before = await inView()
  await until('all gates', async () => {
    await told('afterprint')
    await told('beforeprint')
    return (await inView()) === all
  })
  await rig.page.emulateMedia({ media: 'print' })
  await rig.page.setViewportSize({ width: 760, height: 800 })
  expect(await inView()).toBe(all)
  expect(await rig.popup().isVisible()).toBe(false)
  await rig.page.emulateMedia({ media: null })
  await rig.page.setViewportSize({ width, height: 800 })
  await told('afterprint')
  await until('the view of before', async () => (await inView()) === before)
})

it('lists its gates as people count them, and breaks no code', async () => {
  await rig.map()
  const table = rig.page.getByRole('table')
  await until('the table', async () => {
    await told('beforeprint')
    return (await table.count()) === 1
  })
  await rig.page.emulateMedia({ media: 'print' })
  await rig.page.setViewportSize({ width: 740, height: 900 })
  const names = await table.locator('td:first-child').allTextContents()
  const gates = names.filter((name) => name.startsWith('Portón del patio'))
  expect(gates).toEqual(Array.from({ length: GATES }, (_, i) => nameOf(i + 1)))
  const lines = await table.locator('td:nth-child(2)').evaluateAll((cells) =>
    cells.map((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell)
      return text.getClientRects().length
    }),
  )
  expect(Math.max(...lines)).toBe(1)
})
