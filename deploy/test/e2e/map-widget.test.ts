import { beforeAll, describe, expect, it } from 'vitest'
import { LiveAgent } from '../rig/live-agent.ts'
import { MapRig } from '../rig/map-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new MapRig())
// Without a read the hub says what it lacks, in the place of the dashboard.
beforeAll(async () => {
  const gate = await LiveAgent.open(rig.client, 'sin-lugar')
  await gate.read('TEST-0')
  gate.close()
})
const zoomOf = async () => {
  const tile = await rig.page.locator('img.leaflet-tile-loaded').last().getAttribute('src')
  return Number(tile?.split('/')[3])
}

describe("the dashboard's map", () => {
  it('is loaded when it comes near, and moves nothing', async () => {
    const asked: string[] = []
    rig.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    // So low that the card is below the edge.
    await rig.page.setViewportSize({ width: 1366, height: 480 })
    await rig.page.goto('/dashboard')
    await rig.page.getByText(/^Actualizado: /).waitFor()
    const card = rig.page.getByRole('region', { name: 'Mapa de agentes' })
    const before = await card.boundingBox()
    expect(before?.height).toBeGreaterThan(320)
    expect(asked.filter((path) => /leaflet|MapCard|map.agents/.test(path))).toEqual([])

    await card.scrollIntoViewIfNeeded()
    await card.getByText('3 ubicados', { exact: true }).waitFor()
    await rig.markers().first().waitFor()
    expect((await card.first().boundingBox())?.height).toBe(before?.height)
    expect(
      await card
        .first()
        .locator('.leaflet-container')
        .evaluate((map) => map.clientHeight),
    ).toBe(318)
  })

  it('has its texts, the counts of today in its popup, and no faults', async () => {
    const agent = await rig.speaker('porton-1')
    await agent.read('TEST-1')
    const card = await rig.card()
    await card.getByRole('heading', { name: 'Mapa de agentes' }).waitFor()
    await rig.marker('Portón 1', 'Online').click()
    await rig
      .popup()
      .getByText(/^Hoy: [1-9]\d* lecturas • Suprimidas: 0$/)
      .waitFor()
    expect(await card.getByLabel('Seguir eventos').isChecked()).toBe(true)
    expect(await faultsInAllLooks(rig.page)).toEqual([])
    await card.getByRole('link', { name: 'Ver mapa completo' }).click()
    await rig.page.waitForURL('**/map')
  })

  it('follows a read, and says it in a notice', async () => {
    const agent = await rig.speaker('bodega')
    await rig.card()
    await agent.read('TEST-901')
    await rig.page.getByText('TEST-901 en Bodega Central', { exact: true }).waitFor()
    await rig.toast().waitFor()
    const [notice, bar] = await Promise.all([
      rig.page.locator('.mantine-Notification-root').boundingBox(),
      rig.page.getByRole('banner').boundingBox(),
    ])
    expect(notice?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 800))
    await until('the flight', async () => {
      const [x, y] = await rig.offCentre(rig.markerOf('Bodega Central'))
      return Math.hypot(x, y) < 3
    })
    expect(await zoomOf()).toBeGreaterThanOrEqual(13)
  })

  it('stays where it is when it is told not to follow', async () => {
    const agent = await rig.speaker('bodega')
    const card = await rig.card()
    await card.getByText('Seguir eventos').click()
    const before = await rig.offCentre(rig.markerOf('Bodega Central'))
    await agent.read('TEST-902')
    await rig.toast().waitFor()
    expect(await rig.offCentre(rig.markerOf('Bodega Central'))).toEqual(before)
  })

  it('leaves the wheel to the page, and takes it with Ctrl', async () => {
    const card = await rig.card()
    const map = card.locator('.leaflet-container')
    const before = await rig.offCentre(rig.markerOf('Bodega Central'))
    await map.hover()
    const hint = card.getByText('Ctrl + rueda para acercar el mapa')
    // A turned wheel is many events, and the hint goes away by itself.
    await until('the hint', async () => {
      await rig.page.mouse.wheel(0, 1)
      return hint.isVisible()
    })
    expect(await rig.offCentre(rig.markerOf('Bodega Central'))).toEqual(before)
    await rig.page.keyboard.down('Control')
    await until('another zoom', async () => {
      await rig.page.mouse.wheel(0, -300)
      const now = await rig.offCentre(rig.markerOf('Bodega Central'))
      return now.join() !== before.join()
    })
    await rig.page.keyboard.up('Control')
  })

  it('says where coordinates come from when there are none', async () => {
    await rig.changeAgents((list) => list.map((one) => ({ ...one, lat: null, lng: null })))
    const tile = rig.page.waitForRequest(/api\/tiles\/13\//)
    await rig.page.goto('/dashboard')
    const card = rig.page.getByRole('region', { name: 'Mapa de agentes' }).first()
    await card.scrollIntoViewIfNeeded()
    await card
      .getByText('No hay agentes con coordenadas. Edita Lat/Lng en Administración > Agentes.')
      .waitFor()
    await tile
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('says what went wrong above the map', async () => {
    await rig.page.route('**/api/map/agents', (route) => route.fulfill({ status: 502, body: '' }))
    await rig.page.goto('/dashboard')
    const card = rig.page.getByRole('region', { name: 'Mapa de agentes' }).first()
    await card.scrollIntoViewIfNeeded()
    await card.getByRole('alert').getByText('Error: 502').waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })
})

describe('under a finger', () => {
  it('the page scrolls until the map is tapped, and again after a tap beside it', async () => {
    await rig.closePage()
    await rig.openPage({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 740 } })
    const card = await rig.card()
    const map = card.locator('.leaflet-container')
    const isTaken = () => map.evaluate((element) => element.matches('.leaflet-touch-drag'))
    expect(await isTaken()).toBe(false)
    await map.tap({ position: { x: 150, y: 250 } })
    expect(await isTaken()).toBe(true)
    await card.getByRole('heading').tap()
    expect(await isTaken()).toBe(false)
  })
})
