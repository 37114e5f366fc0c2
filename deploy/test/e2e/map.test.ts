import { describe, expect, it } from 'vitest'
import { decisionOf, readOf } from '../rig/live-agent.ts'
import { MapRig, PLACES } from '../rig/map-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new MapRig())
const toastText = async () => (await rig.toast().textContent())?.replaceAll(/\d\d:\d\d:\d\d$/g, '')

describe('the map of agents', () => {
  it('has every agent with coordinates, whatever its name, and none else', async () => {
    await rig.map()
    await rig.page.getByRole('heading', { name: 'Mapa de agentes' }).waitFor()
    await rig.page.getByText('3 con coordenadas', { exact: true }).waitFor()
    const names = await rig.markers().evaluateAll((all) => all.map((one) => one.ariaLabel))
    expect(new Set(names)).toEqual(
      new Set(PLACES.slice(0, 3).map(({ name }) => `${name}, Offline`)),
    )
    expect(await rig.page.title()).toBe('Mapa de agentes · Vehicle Control')
    expect(await rig.page.locator('.leaflet-control-attribution').textContent()).toBe(
      'Leaflet | © OpenStreetMap contributors',
    )
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('says everything of an agent in its popup, as it is now', async () => {
    await rig.map()
    await rig.marker('Portón 1', 'Offline').click()
    const fields = () => rig.popup().locator('dd').allTextContents()
    await rig.popup().getByText('Portón 1').waitFor()
    expect(await rig.popup().locator('dt').allTextContents()).toEqual([
      'Código',
      'Ubicación',
      'Estado',
      'Último seen',
    ])
    expect(await fields()).toEqual(['porton-1', 'Entrada principal', '◆Offline', 'Nunca'])
    await rig.popup().getByText('Hoy: 0 lecturas • Suprimidas: 0').waitFor()

    const agent = await rig.speaker('porton-1')
    await agent.read(['TEST-1', 'TEST-2'])
    await agent.suppress('TEST-1', 3)
    await rig.popup().getByText('Hoy: 2 lecturas • Suprimidas: 3').waitFor()
    await rig.marker('Portón 1', 'Online').waitFor()
    const [, , state, seen] = await fields()
    expect(state).toBe('●Online')
    expect(seen).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('says what the gate decided on a read, beside its name', async () => {
    await rig.map()
    const agent = await rig.speaker('porton-1')
    await agent.report([readOf('TEST-901'), decisionOf('TEST-901')])
    await rig.toast().getByText('no pasa').waitFor()
    expect(await toastText()).toContain('Portón 1 (porton-1)◆no pasa')
    expect(await faultsInAllLooks(rig.page)).toEqual([])
    await agent.read('TEST-9')
    await rig.toast().getByText('TEST-9', { exact: true }).waitFor()
    expect(await rig.toast().getByText('no pasa').count()).toBe(0)
  })

  it('is worked by keys', async () => {
    await rig.map()
    const marker = rig.markerOf('Bodega Central')
    await marker.focus()
    await rig.page.keyboard.press('Enter')
    await rig.popup().getByText('Zona franca').waitFor()
    await rig.page.waitForFunction(() => document.activeElement?.closest('.leaflet-popup'))
    await rig.page.keyboard.press('Escape')
    await rig.popup().waitFor({ state: 'detached' })
    expect(await marker.evaluate((element) => element === document.activeElement)).toBe(true)
    await rig.page.keyboard.press(' ')
    await rig.button('Cerrar').click()
    await rig.popup().waitFor({ state: 'detached' })
  })

  it('is skipped by keys', async () => {
    await rig.map()
    await rig.page.getByRole('link', { name: 'Saltar el mapa' }).focus()
    await rig.page.keyboard.press('Enter')
    await rig.page.keyboard.press('Tab')
    const isInMap = () => document.activeElement?.closest('.leaflet-container') !== null
    expect(await rig.page.evaluate(isInMap)).toBe(false)
  })

  it('shows the agent that is asked for', async () => {
    await rig.map('?focus=bodega')
    await rig.popup().getByText('Zona franca').waitFor()
    const [x, y] = await rig.offCentre(rig.markerOf('Bodega Central'))
    expect(Math.hypot(x, y)).toBeLessThan(150)
  })
})

describe('a read', () => {
  it('is told in the corner and in the head, and the map goes there', async () => {
    const agent = await rig.speaker('bodega')
    await rig.map()
    await rig.marker('Bodega Central', 'Online').waitFor()
    await agent.read('TEST-901')
    await rig.toast().waitFor()
    expect(await toastText()).toBe(
      '●Lectura recibidaBodega Central (bodega)ABC123 · Hino DutroTEST-901',
    )
    await rig.page.getByText('Última: Bodega Central (bodega)').waitFor()
    await until('the flight', async () => {
      const [x, y] = await rig.offCentre(rig.marker('Bodega Central', 'Online'))
      return Math.hypot(x, y) < 3
    })
    await agent.read('TEST-3')
    await rig.toast().getByText('+1', { exact: true }).waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('that was suppressed says so', async () => {
    const agent = await rig.speaker('bodega')
    await rig.map()
    await rig.marker('Bodega Central', 'Online').waitFor()
    await agent.suppress('TEST-7', 4)
    await rig.toast().waitFor()
    expect(await toastText()).toBe('▲Lectura suprimidaBodega Central (bodega)▲ Sin registrarTEST-7')
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('that was suppressed is no news on a wall', async () => {
    const agent = await rig.speaker('bodega')
    await rig.map('?kiosk=1')
    await rig.marker('Bodega Central', 'Online').waitFor()
    await agent.suppress('TEST-7', 4)
    await agent.read('TEST-8')
    await rig.toast().getByText('TEST-8').waitFor()
    const shown = await rig.toast().textContent()
    expect(shown).toContain('Lectura recibida')
    expect(shown).not.toContain('TEST-7')
  })

  it('at an agent without a place says nothing here', async () => {
    const [nowhere, agent] = [await rig.speaker('sin-lugar'), await rig.speaker('bodega')]
    await rig.map()
    await rig.marker('Bodega Central', 'Online').waitFor()
    await nowhere.read(['TEST-4', 'TEST-5'])
    await agent.read('TEST-6')
    await rig.toast().waitFor()
    expect(await toastText()).toBe('●Lectura recibidaBodega Central (bodega)▲ Sin registrarTEST-6')
  })

  it('is marked around its agent in circles of the right size', async () => {
    const drawn = 'CanvasRenderingContext2D.prototype'
    await rig.page.addInitScript(`{
      window.circles = []
      const arc = ${drawn}.arc
      ${drawn}.arc = function (x, y, radius, ...rest) {
        window.circles.push(radius)
        return arc.call(this, x, y, radius, ...rest)
      }
    }`)
    await rig.page.emulateMedia({ reducedMotion: 'no-preference' })
    const agent = await rig.speaker('bodega')
    await rig.map()
    await rig.marker('Bodega Central', 'Online').waitFor()
    await agent.read('TEST-8')
    await rig.page.waitForFunction(() => {
      const radii = Reflect.get(window, 'circles') as number[]
      // The highlight stands at 20 px; the rings of the pulse spread past it.
      return radii.includes(20) && radii.some((radius) => radius > 26)
    })
    await rig.page.emulateMedia({ reducedMotion: 'reduce' })
  })

  it('does not take the map from somebody who moves it', async () => {
    const agent = await rig.speaker('bodega')
    await rig.map()
    const marker = rig.marker('Bodega Central', 'Online')
    await marker.waitFor()
    await rig.page.mouse.move(700, 600)
    await rig.page.mouse.down()
    await rig.page.mouse.move(760, 640, { steps: 4 })
    await rig.page.mouse.up()
    const before = await rig.offCentre(marker)
    await agent.read('TEST-9')
    await rig.toast().waitFor()
    expect(await rig.offCentre(marker)).toEqual(before)
  })
})

describe('a refresh', () => {
  it('comes at the seconds that are asked for, and leaves the map where it is', async () => {
    await rig.map('?refresh=5')
    const marker = rig.markerOf('Bodega Central')
    await rig.page.mouse.move(700, 600)
    await rig.page.mouse.down()
    await rig.page.mouse.move(730, 660, { steps: 4 })
    await rig.page.mouse.up()
    const before = await rig.offCentre(marker)
    await rig.changeAgents((list) =>
      list.map((one) => (one.code === 'bodega' ? { ...one, name: 'Bodega Nueva' } : one)),
    )
    const renamed = rig.markerOf('Bodega Nueva')
    await renamed.waitFor()
    expect(await rig.offCentre(renamed)).toEqual(before)
    await rig.button('Ver todos').click()
    expect(await rig.offCentre(renamed)).not.toEqual(before)
  })

  it('is turned off by 0, is never quicker than 5 s, and is in the address', async () => {
    await rig.map()
    const field = rig.page.getByLabel('Auto refresh (s)')
    expect(await field.inputValue()).toBe('20')
    await field.fill('0')
    await rig.page.waitForURL((url) => url.searchParams.get('refresh') === '0')
    await field.fill('3')
    await field.blur()
    await rig.page.waitForURL((url) => url.searchParams.get('refresh') === '5')
    expect(await field.inputValue()).toBe('5')
  })

  it('that fails says so above the map, and the next one mends it', async () => {
    await rig.page.route('**/api/map/agents', (route) => route.fulfill({ status: 500, body: '{}' }))
    await rig.page.goto('/map')
    const alert = rig.page.getByRole('alert')
    await alert.getByText('Error: 500').waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
    await rig.page.unroute('**/api/map/agents')
    await alert.getByRole('button', { name: 'Reintentar' }).click()
    await alert.waitFor({ state: 'detached' })
    await rig.markers().first().waitFor()
  })
})

describe('coordinates', () => {
  it('at the poles, at 180° and at 0, 0 are places; what is not on earth is none', async () => {
    const odd = [
      { lat: 90, lng: 0 },
      { lat: -90, lng: 180 },
      { lat: 0, lng: 0 },
      { lat: 0, lng: -180 },
    ]
    await rig.changeAgents(([one]) =>
      one ? odd.map((place, i) => ({ ...one, ...place, code: `odd-${i}`, name: `Odd ${i}` })) : [],
    )
    await rig.map()
    await until('all of them', async () => (await rig.markers().count()) === 4)
    const [x, y] = await rig.offCentre(rig.markerOf('Odd 2'))
    expect(Math.hypot(x, y)).toBeLessThan(60)
    await rig.page.getByText('4 con coordenadas').waitFor()
  })

  it('that nobody has leave the map at its default', async () => {
    await rig.changeAgents((list) => list.map((one) => ({ ...one, lat: null, lng: null })))
    const tile = rig.page.waitForRequest(/api\/tiles\/12\//)
    await rig.page.goto('/map')
    // 4.711° N, 74.072° W.
    expect((await tile).url()).toMatch(/\/12\/12\d\d\/199\d$/)
    await rig.page.getByText('0 con coordenadas').waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })
})

describe('a hub that goes away', () => {
  it('leaves what was so, and says for how long; back again, the map goes on', async () => {
    await rig.map()
    const words = rig.page.locator('.agent-word').filter({ visible: true })
    expect(await words.count()).toBe(3)
    await rig.site.hub.child.stop('SIGKILL')
    await rig.page.getByText(/^Datos de hace 00:\d\d$/).waitFor()
    expect(await rig.markers().count()).toBe(3)
    expect(await words.count()).toBe(0)
    expect(await rig.page.getByRole('alert').count()).toBe(0)
    await rig.site.startHub()
    await rig.page.getByText(/^Datos de hace/).waitFor({ state: 'detached' })
    await words.first().waitFor()
    const agent = await rig.speaker('porton-1')
    await agent.read('TEST-10')
    await rig.toast().waitFor()
  })
})

describe('agents that are close together', () => {
  it('keep their texts apart, and show them to who points at them', async () => {
    await rig.changeAgents((list) =>
      list.map((one) => (one.code === 'bodega' ? { ...one, lat: 4.6301, lng: -74.0901 } : one)),
    )
    await rig.map()
    const shown = () =>
      rig.page
        .locator('.agent-name')
        .evaluateAll((names) =>
          names
            .filter((name) => getComputedStyle(name).color !== 'rgba(0, 0, 0, 0)')
            .map((name) => name.dataset['text']),
        )
    const two = ['Bodega Central', 'Portón 1']
    await until('both names', async () => {
      const all = await shown()
      return two.every((name) => all.includes(name))
    })
    const [upper, lower] = await rig.page.locator('.agent-name').evaluateAll((names) =>
      names
        .filter(({ dataset }) => !dataset['text']?.startsWith('<'))
        .map((name) => name.getBoundingClientRect())
        .sort((a, b) => a.top - b.top)
        .map(({ top, bottom }) => ({ top, bottom })),
    )
    expect(upper?.bottom).toBeLessThan(lower?.top ?? 0)

    // A third one has no room: its name is there for who points at it.
    await rig.changeAgents((list) => list.map((one) => ({ ...one, lat: 4.6301, lng: -74.0901 })))
    await rig.map()
    await until('one without room', async () => (await shown()).length === 2)
    const names = await rig.page
      .locator('.agent-marker[data-side=none]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''))
    const [hidden = ''] = names
    await rig.markerOf(hidden).focus()
    expect(await shown()).toContain(hidden)
  })
})
