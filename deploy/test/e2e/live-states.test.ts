import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new LiveRig())
let page: Page
beforeEach(() => void (page = rig.page))

const field = () => page.getByRole('textbox', { name: 'Supresión (ms)' })

describe('the suppression window', () => {
  it('is kept within its bounds, saved at the hub, and shown', async () => {
    await rig.live()
    await field().fill('5')
    await page.getByRole('textbox', { name: 'Texto' }).focus()
    expect(await field().inputValue()).toBe('10000')
    await field().fill('abc')
    expect(await rig.button('Guardar').isDisabled()).toBe(true)
    await field().fill('45000')
    await field().press('Enter')
    await page.getByText('Supresión actualizada: 45.000 ms').waitFor()
    await rig.says(/^Supresión$/, '45.000 ms')
    expect(await rig.client.get('/api/settings/suppress-window')).toEqual({ ms: 45_000 })
  })

  it.each([404, 405])('goes to the older path after a %i', async (status) => {
    await page.route('**/api/settings/suppress-window', (route) =>
      route.fulfill({ status, body: '' }),
    )
    await rig.live()
    await field().fill('50000')
    await rig.button('Guardar').click()
    await page.getByText('Supresión actualizada: 50.000 ms').waitFor()
    expect(await rig.client.get('/api/settings/suppress-window')).toEqual({ ms: 50_000 })
  })

  it('says when it was not saved', async () => {
    await rig.live()
    await page.route('**/api/settings/suppress-window', (route) =>
      route.fulfill({ status: 403, body: '{}' }),
    )
    await field().fill('50000')
    await rig.button('Guardar').click()
    await rig.alert('No se pudo actualizar').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  })
})

describe('what the hub has not said', () => {
  it('is a dash, and one message says why, in words and without a jump', async () => {
    const calls = (url: URL) => /\/api\/(client\/logs|rfid\/)/.test(url.pathname)
    await page.route(calls, (route) => route.fulfill({ status: 503, body: '{}' }))
    await page.addInitScript(() => {
      Object.assign(globalThis, { moved: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const moved = Number(Reflect.get(globalThis, 'moved'))
          Object.assign(globalThis, { moved: moved + Number(Reflect.get(entry, 'value')) })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/live-rfid')
    await rig.alert('No se pudo obtener estado inicial').waitFor()
    await rig.button('Exportar Día').waitFor()
    for (const label of ['Lecturas hoy', 'Suprimidas']) {
      await rig.says(label, '—sin dato del hub')
    }
    expect(await page.getByText('En vivo').count()).toBe(0)
    expect(await page.getByRole('alert').count()).toBe(1)
    expect(await page.evaluate(() => Number(Reflect.get(globalThis, 'moved')))).toBeLessThan(0.05)
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.unroute(calls)
    await rig.button('Reintentar').click()
    await page.getByText('En vivo').waitFor()
  })
})

/** Where the buttons stand that are there in every state, by width. */
async function buttonPlaces(): Promise<string[]> {
  const places: string[] = []
  for (const width of [320, 390, 1366]) {
    await page.setViewportSize({ width, height: 768 })
    for (const name of ['Pausar', 'Hoy', 'Limpiar fechas']) {
      await rig.button(name).waitFor()
      const { x = 0, y = 0 } = (await rig.button(name).boundingBox()) ?? {}
      places.push(`${width} ${name} ${Math.round(x)} ${Math.round(y)}`)
    }
  }
  return places
}

describe('a link of half a minute without the hub', () => {
  it('says so once, and brings every row once', async () => {
    await rig.live()
    await rig.agent.read(['TEST-600'])
    await rig.rows('TEST-600').waitFor()
    await rig.button('Guardar').waitFor()
    const before = await buttonPlaces()
    await rig.site.hub.child.stop('SIGKILL')
    await page.getByText(/Datos de hace \d\d:\d\d/).waitFor()
    await page.getByText('Socket: sin conexión').waitFor()
    expect(await buttonPlaces()).toEqual(before)
    // The shell says it aloud (spoken.test.ts).
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await faultsInAllLooks(page)).toEqual([])
    await rig.site.startHub()
    await rig.reconnectAgent()
    const tags = Array.from({ length: 20 }, (_, i) => `TEST-${610 + i}`)
    await rig.agent.read(tags)
    await page.getByText('En vivo').waitFor()
    await rig.rows('TEST-629').waitFor()
    await rig.says('Lecturas hoy', '21')
    const shown = await until('every row', async () => {
      const cells = await page.locator('tbody tr td:nth-child(2)').allTextContents()
      return cells.length > 5 && cells
    })
    expect(new Set(shown).size).toBe(shown.length)
  })
})

describe('what is loaded after the first drawing', () => {
  it('is missed by nothing but itself, and comes with the hub', async () => {
    const parts = /assets\/(LiveControls|RowActions)-/
    await page.route(parts, (route) => route.abort())
    await rig.live()
    await rig.agent.read('TEST-630')
    await rig.rows('TEST-630').first().waitFor()
    expect(await rig.button('Guardar').count()).toBe(0)
    await rig.site.hub.child.stop('SIGKILL')
    await page.getByText(/Datos de hace \d\d:\d\d/).waitFor()
    await page.unroute(parts)
    await rig.site.startHub()
    await rig.reconnectAgent()
    await rig.button('Guardar').waitFor()
    // The rows' actions make one of them a stop of the tab key.
    await page.locator('tbody tr[tabindex="0"]').waitFor()
    await rig.rows('TEST-630').first().click()
    await page.getByRole('dialog', { name: 'Lectura' }).waitFor()
  })

  it('is not needed by a wall, nor by any screen as an unknown tag comes', async () => {
    const parts = /assets\/(KioskBar|UnknownTags)-/
    const refused: string[] = []
    await page.route(parts, async (route) => {
      refused.push(route.request().url())
      await route.abort()
    })
    const isRefused = (part: string) => refused.some((url) => url.includes(part))
    await page.goto('/live-rfid?kiosk=1')
    await until('the bar of a wall', () => isRefused('KioskBar'))
    await page.getByText('En vivo').waitFor()
    await page.goto('/map')
    await until('an unknown tag', async () => {
      await rig.agent.read('E2000006A')
      return isRefused('UnknownTags')
    })
    await page.getByRole('heading', { name: 'Mapa de agentes' }).waitFor()
  })
})

describe('the midnight of the site', () => {
  it('begins an empty day, while the page stays open', async () => {
    await page.clock.install()
    await rig.live()
    await rig.agent.read(['TEST-640'])
    await rig.rows('TEST-640').waitFor()
    const untilMidnight = (29 * 3_600_000 - (Date.now() % 86_400_000)) % 86_400_000
    // Bogotá's clocks are five hours behind.
    await page.clock.fastForward(untilMidnight + 1000)
    await page.getByText('Esperando lecturas...').waitFor()
  })
})
