import type { Locator, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { GOOD_TILE, MapRig } from '../rig/map-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new MapRig())
const banner = () => rig.page.getByText('Las calles no cargan: se ve un mapa sin ellas')
const drawn = () => rig.page.locator('.leaflet-land-pane canvas')

/** How far what is spoken leaves its frame, pixels. */
async function cutBy(frame: Locator): Promise<number> {
  const [said, whole] = await Promise.all([
    banner().evaluate((text) => {
      const inside = document.createRange()
      inside.selectNodeContents(text)
      return inside.getBoundingClientRect().right
    }),
    frame.evaluate((it) => it.getBoundingClientRect().right),
  ])
  return Math.max(0, said - whole)
}

/** Some point of the drawn land has the colour of land. */
async function hasLand(): Promise<boolean> {
  return drawn().evaluateAll((squares) => {
    const wanted = getComputedStyle(document.documentElement).getPropertyValue('--map-land').trim()
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(wanted.slice(at, at + 2), 16))
    return squares.some((square) => {
      const context = (square as HTMLCanvasElement).getContext('2d')
      const { data } = context?.getImageData(128, 128, 1, 1) ?? { data: [] }
      return data[0] === red && data[1] === green && data[2] === blue
    })
  })
}

describe('the ground of the map', () => {
  it('is the tiles, and nothing else is loaded for it', async () => {
    const asked: string[] = []
    rig.page.on('request', (request) => asked.push(request.url()))
    await rig.map()
    await rig.page.locator('img.leaflet-tile-loaded').first().waitFor()
    expect(await banner().count()).toBe(0)
    expect(asked.filter((url) => /land-layer|base-map/.test(url))).toEqual([])
  })

  it.each<[string, (route: Route) => Promise<void>]>([
    ['nothing', (route) => route.fulfill({ status: 204 })],
    ['a failure', (route) => route.fulfill({ status: 503, body: '' })],
    ['a page', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Hola</h1>' })],
    ['no answer', (route) => route.abort()],
  ])('is drawn where the tiles are %s, and the agents stay', async (_, answer) => {
    await rig.answerTiles(answer)
    await rig.map()
    await banner().waitFor()
    await until('the drawn land', hasLand)
    expect(await rig.markers().count()).toBe(3)
  })

  it.each([
    ['map', 390],
    ['map', 320],
    ['card', 390],
    ['card', 320],
  ] as const)(
    'is spoken of beside every agent on a %s of a phone of %i px',
    async (where, width) => {
      await rig.closePage()
      await rig.openPage({ hasTouch: true, isMobile: true, viewport: { width, height: 640 } })
      await rig.answerTiles((route) => route.fulfill({ status: 204 }))
      // A tall site, whose gates reach the map's upper and lower edges.
      await rig.changeAgents((list) => list.map((one) => ({ ...one, lng: -74.1 })))
      // Without a read the hub says what it lacks, in the place of the dashboard.
      const agent = await rig.speaker('bodega')
      await agent.read('TEST-901')
      await rig[where]()
      await banner().waitFor()
      const covered = () =>
        banner().evaluate((said) => {
          const note = said.parentElement?.getBoundingClientRect()
          const isBelow = (other: Element, margin = 0) => {
            const { left, right, top, bottom } = other.getBoundingClientRect()
            if (!note) return true
            const isAcross = left + margin < note.right && note.left < right - margin
            return isAcross && top + margin < note.bottom && note.top < bottom - margin
          }
          const others = [
            ...document.querySelectorAll('.agent-name, .leaflet-bar, .leaflet-control-attribution'),
          ].filter((other) => isBelow(other))
          // The shape is in the middle of a target for fingers.
          const shapes = [...document.querySelectorAll('.agent-marker')].filter((shape) =>
            isBelow(shape, 12),
          )
          return [...others, ...shapes].map((other) => other.textContent)
        })
      await rig.markers().nth(2).waitFor()
      await until('nothing below it', async () => (await covered()).length === 0)
      expect(await cutBy(rig.page.locator('.leaflet-container').locator('..'))).toBe(0)
      await agent.read('TEST-901')
      await rig.toast().waitFor()
      expect(await banner().isVisible()).toBe(false)
    },
  )

  it('has no faults where it is drawn', async () => {
    await rig.answerTiles((route) => route.fulfill({ status: 204 }))
    await rig.map()
    await until('the drawn land', hasLand)
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('is said to have no streets once in a session, until somebody closes that', async () => {
    await rig.answerTiles((route) => route.fulfill({ status: 204 }))
    await rig.map()
    await banner().waitFor()
    await rig.page.getByRole('button', { name: 'Entendido' }).click()
    await banner().waitFor({ state: 'detached' })
    const hasFocus = () => document.activeElement?.classList.contains('leaflet-container')
    expect(await rig.page.evaluate(hasFocus)).toBe(true)
    await rig.page.getByRole('link', { name: 'Administración' }).first().click()
    await rig.page.getByRole('heading', { name: 'Administración' }).waitFor()
    await rig.page.getByRole('link', { name: 'Mapa', exact: true }).first().click()
    await until('the drawn land', hasLand)
    expect(await banner().count()).toBe(0)
  })

  it('says so for 20 s, since it lies over agents', async () => {
    await rig.page.clock.install()
    await rig.answerTiles((route) => route.fulfill({ status: 204 }))
    await rig.map()
    await banner().waitFor()
    await rig.page.clock.fastForward(20_000)
    await banner().waitFor({ state: 'detached' })
    await until('the drawn land', hasLand)
  })

  it('is asked for again after a minute, and is the tiles once they are back', async () => {
    await rig.page.clock.install()
    await rig.answerTiles((route) => route.fulfill({ status: 503, body: '' }))
    await rig.map()
    await banner().waitFor()
    await rig.answerTiles((route) => route.fulfill(GOOD_TILE))
    await rig.page.clock.fastForward(60_000)
    await banner().waitFor({ state: 'hidden' })
    await drawn().first().waitFor({ state: 'detached' })
  })

  it('is drawn at once where the hub has no tiles at all, which nobody asks for', async () => {
    const asked: string[] = []
    await rig.answerTiles((route) => {
      asked.push(route.request().url())
      return route.abort()
    })
    await rig.page.route('**/api/public-config', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, tiles: { ...answer.tiles, available: false } } })
    })
    await rig.map()
    await banner().waitFor()
    await until('the drawn land', hasLand)
    expect(asked).toEqual([])
  })
})

describe('many agents', () => {
  /** In a tall grid, which keeps clear of the map's buttons at every width; every tenth is offline. */
  const spread = (count: number) =>
    rig.changeAgents(([one]) => {
      if (!one) return []
      const now = new Date().toISOString()
      return Array.from({ length: count }, (_, i) => {
        const [code, name] = [`a-${i}`, `Agente ${i}`]
        const [lat, lng] = [4 + (i % 16) * 0.3, -74 + Math.floor(i / 16) * 0.1]
        const connected = i % 10 !== 0
        const last_seen = connected ? now : null
        return { ...one, code, name, lat, lng, connected, online: connected, last_seen }
      })
    })

  it('stand by themselves up to 199', async () => {
    await spread(199)
    await rig.map()
    await until('all of them', async () => (await rig.markers().count()) === 199)
    expect(await rig.clusters().count()).toBe(0)
    // The keyboard would need two hundred steps: the status view has the list.
    expect(await rig.page.locator('.agent-marker[tabindex]').count()).toBe(0)
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('stand together from 200 on, by a name that begins with their number', async () => {
    await spread(250)
    await rig.page.goto('/map')
    await rig.clusters().first().waitFor()
    await rig.page.getByText('250 con coordenadas').waitFor()
    const total = () =>
      rig
        .clusters()
        .evaluateAll((all) =>
          all.reduce((sum, one) => sum + Number.parseInt(one.ariaLabel ?? '', 10), 0),
        )
    await until('every agent', async () => (await total()) + (await rig.markers().count()) === 250)
    const [first] = await rig.clusters().evaluateAll((all) => all.map((one) => one.ariaLabel))
    expect(first).toMatch(/^\d+ agentes, \d+ offline$/)
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('name themselves where somebody points, those that are offline first', async () => {
    await spread(250)
    await rig.page.goto('/map')
    await rig.page
      .getByLabel(/^\d\d agentes/)
      .first()
      .hover()
    const names = rig.page.locator('.cluster-names')
    await names.getByText(/^y \d+ más$/).waitFor()
    expect((await names.locator('div').allTextContents())[0]).toMatch(
      /^◆ Agente \d+0$|^◆ Agente 0$/,
    )
  })

  it('come apart by key, and one that is asked for is shown', async () => {
    await spread(250)
    await rig.page.goto('/map')
    await rig.clusters().first().waitFor()
    const before = await rig.clusters().count()
    await rig.clusters().first().focus()
    await rig.page.keyboard.press('Enter')
    await until('another view', async () => (await rig.clusters().count()) !== before)
    await rig.page.goto('/map?focus=a-77')
    await rig.popup().getByText('Agente 77', { exact: true }).waitFor()
    await rig.marker('Agente 77', 'Online').waitFor()
  })
})
