import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { HubClient } from '../../local/hub-process.ts'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new LiveRig())
let page: Page
beforeEach(() => void (page = rig.page))

const SIZES = [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
] as const
const UPRIGHT = [1080, 1920] as const
const OWNER = 'Transportes Unidos de la Sabana y Asociados '.repeat(5).slice(0, 200)
const LONG = {
  plate: 'LRG200',
  model: 'Tractocamión de tres ejes con remolque',
  owner: OWNER,
  rfid_tag: 'TEST-LONG',
}

const hero = () => page.getByRole('region', { name: 'Última lectura' })
const card = (name: string) => page.getByRole('region', { name, exact: true })
const rows = () => page.locator('tbody tr')

/** Turns the page into a wall's screen of this size. */
async function size(width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.waitForFunction(
    (rem) =>
      Math.abs(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) - rem) < 0.1,
    Math.min(width, height) * 0.023704,
  )
}

/** What is wrong with the picture as it stands: nothing scrolls, nothing is cut, nobody is asked. */
function faults(): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const { scrollHeight, scrollWidth } = document.documentElement
    if (scrollHeight > innerHeight || scrollWidth > innerWidth) found.push('the page scrolls')
    const asking = document.querySelectorAll('input, select, textarea, main button, main form')
    if (asking.length > 0) found.push('somebody is asked')
    for (const cell of document.querySelectorAll('main :is(td, td > div, strong, h2, section)')) {
      const { right, bottom } = cell.getBoundingClientRect()
      const isCut = cell.scrollWidth > cell.clientWidth + 1 || bottom > innerHeight + 1
      // Inline boxes have no width of their own.
      if (getComputedStyle(cell).display === 'inline') continue
      if (isCut || right > innerWidth + 1) found.push(`cut: ${cell.textContent.slice(0, 60)}`)
    }
    for (const name of document.querySelectorAll('main li > span')) {
      if (name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2) {
        found.push(`cut: ${name.textContent}`)
      }
    }
    for (const text of document.querySelectorAll('td > div')) {
      const row = text.parentElement?.getBoundingClientRect()
      const { top, bottom } = text.getBoundingClientRect()
      if (row && (top < row.top - 1 || bottom > row.bottom + 1)) {
        found.push(`too high: ${text.textContent.slice(0, 60)}`)
      }
    }
    return found
  })
}

async function inAllSizes(): Promise<void> {
  for (const [width, height] of SIZES) {
    await size(width, height)
    expect([width, ...(await faults())]).toEqual([width])
  }
}

/** The smallest type of these texts, as a share of the screen's shorter side. */
const leastType = (texts: string) =>
  page.evaluate((selector) => {
    const types = [...document.querySelectorAll(selector)].map((text) =>
      Number.parseFloat(getComputedStyle(text).fontSize),
    )
    return Math.min(...types) / Math.min(innerWidth, innerHeight)
  }, texts)

const typeOf = (target: ReturnType<Page['locator']>) =>
  target.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))

describe('the live wall', () => {
  it('waits without reads, and shows the last one large, with the others below it', async () => {
    await page.goto('/live-rfid?kiosk=1')
    await page.getByText('Esperando lecturas...').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])

    await rig.client.post('/api/vehicles', LONG)
    await rig.agent.read('TEST-LONG')
    await hero().getByText('LRG200').waitFor()
    await hero().getByText('Portón 1').waitFor()
    expect(await hero().getAttribute('data-unknown')).toBeNull()
    await size(1920, 1080)
    expect(await typeOf(hero().getByText('LRG200'))).toBeGreaterThan(90)
    await rig.agent.read('TEST-UNKNOWN')
    await hero().getByText('TEST-UNKNOWN').waitFor()
    await hero().getByText('Sin registrar').waitFor()
    expect(await hero().getAttribute('data-unknown')).toBe('true')
    await rows().filter({ hasText: 'LRG200' }).waitFor()
    await inAllSizes()
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('cuts no owner of 200 signs, nor of one word', async () => {
    const word = { plate: 'WRD200', model: '', owner: 'W'.repeat(200), rfid_tag: 'TEST-WORD' }
    const { total } = (await rig.client.get('/api/vehicles?q=WRD200')) as { total: number }
    if (total === 0) await rig.client.post('/api/vehicles', word)
    await page.goto('/live-rfid?kiosk=1')
    await page.getByText('En vivo').waitFor()
    for (const [tag, name] of [
      ['TEST-701', 'TEST-701'],
      ['TEST-WORD', 'WRD200'],
      ['TEST-LONG', 'LRG200'],
    ] as const) {
      await rig.agent.read(tag)
      await hero().getByText(name).waitFor()
      await inAllSizes()
    }
    await rows().filter({ hasText: OWNER }).first().waitFor()
  })

  it('of an account that is told no owners has no room for any, and is whole', async () => {
    const account = { email: 'muro@b.co', name: 'Muro', password: 'pantalla de la entrada' }
    await rig.client.post('/api/users', { ...account, role: 'operator', kiosk: true })
    const kiosk = new HubClient(rig.client.url)
    await kiosk.login(account.email, account.password)
    const found = (await rig.client.get('/api/vehicles?q=LRG200')) as { total: number }
    if (found.total === 0) await rig.client.post('/api/vehicles', LONG)
    await page.addInitScript((token) => {
      localStorage.setItem('token', token)
      localStorage.setItem('user', JSON.stringify({ role: 'operator', kiosk: true }))
    }, kiosk.token)
    await page.goto('/live-rfid?kiosk=1')
    await page.getByText('En vivo').waitFor()
    for (const tag of ['TEST-LONG', 'TEST-702']) await rig.agent.read(tag)
    await hero().getByText('TEST-702').waitFor()
    await rows().filter({ hasText: LONG.plate }).first().waitFor()
    await rows().filter({ hasText: LONG.model }).first().waitFor()
    const heads = page.getByRole('columnheader')
    expect(await heads.allTextContents()).toEqual(['Hora', 'Agente', 'Placa', 'Modelo'])
    await rig.agent.read('TEST-LONG')
    await hero().getByText(LONG.plate).waitFor()
    expect(await page.locator('main').textContent()).not.toContain('Transportes')
    await inAllSizes()
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('fills its height with whole rows, and follows only the gates of its address', async () => {
    await page.goto('/live-rfid?kiosk=1&q=TEST-8')
    await page.getByText('En vivo').waitFor()
    await page.getByText('Filtros activos 1').waitFor()
    await size(1920, 1080)
    const tags = Array.from({ length: 40 }, (_, i) => `TEST-8${i + 10}`)
    await rig.agent.read([...tags, 'TEST-900'])
    await hero().getByText('TEST-8').waitFor()
    await expect.poll(() => rows().count()).toBeGreaterThan(8)
    expect(await rows().filter({ hasText: 'TEST-900' }).count()).toBe(0)
    expect(await faults()).toEqual([])
    const left = await rows()
      .last()
      .evaluate((row) => innerHeight - row.getBoundingClientRect().bottom)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(40)
  })
})

it('the rows of a wall are 2.2 % of its height, on an upright one of its width, whoever owns what is read', async () => {
  const owners = ['Ana Gutiérrez', 'Logística del Oriente y Asociados Ltda. de Bogotá']
  for (const [i, owner] of owners.entries()) {
    const model = 'Tractocamión Kenworth T680'
    const vehicle = { plate: `ROW20${i}`, model, owner, rfid_tag: `TEST-ROW-${i}` }
    await rig.client.post('/api/vehicles', vehicle)
  }
  await page.goto('/live-rfid?kiosk=1&q=ROW20')
  await page.getByText('En vivo').waitFor()
  await rig.agent.read(['TEST-ROW-0', 'TEST-ROW-1', 'TEST-ROW-0'])
  for (const [width, height] of SIZES) {
    await size(width, height)
    await rows().filter({ hasText: 'ROW201' }).first().waitFor()
    await expect.poll(() => leastType('tbody td > div')).toBeGreaterThanOrEqual(0.022)
    expect(await faults()).toEqual([])
  }
})

it('an upright wall without owners has larger rows, and names an asset that has no plate', async () => {
  const asset = { type: 'product', name: 'Montacargas 7', rfid_tag: 'TEST-UP-1' }
  await rig.client.post('/api/assets', asset)
  await page.goto('/live-rfid?kiosk=1&q=TEST-UP')
  await page.getByText('En vivo').waitFor()
  await rig.agent.read(['TEST-UP-1', 'TEST-UP-2'])
  await rig.agent.read('TEST-UP-1')
  await size(...UPRIGHT)
  const heads = () => page.getByRole('columnheader').allTextContents()
  await expect.poll(heads).toEqual(['Hora', 'Agente', 'Placa'])
  await rows().filter({ hasText: 'Montacargas 7' }).first().waitFor()
  await expect.poll(() => leastType('tbody td > div')).toBeGreaterThanOrEqual(0.028)
  expect(await faults()).toEqual([])
})

it('the name of a site is whole, however long', async () => {
  const siteName = 'Centro logístico y terminal de carga de la Sabana de Occidente'
  await page.route('**/api/public-config', async (route) => {
    const answer = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...answer, siteName } })
  })
  for (const path of ['/live-rfid', '/dashboard', '/map']) {
    await page.goto(`${path}?kiosk=1`)
    const name = page.locator('main strong').getByText(siteName)
    await name.waitFor()
    for (const [width, height] of [UPRIGHT, SIZES[1]]) {
      await size(width, height)
      const isWhole = () =>
        name.evaluate((element) => {
          const head = element.parentElement?.parentElement?.getBoundingClientRect()
          const { top, bottom, right } = element.getBoundingClientRect()
          const title = document.querySelector('main h1')?.getBoundingClientRect()
          if (element.scrollWidth > element.clientWidth + 1) return false
          const isIn = head !== undefined && top >= head.top - 1 && bottom <= head.bottom + 1
          return isIn && title !== undefined && right <= title.left && title.right <= head.right
        })
      await expect.poll(isWhole).toBe(true)
      expect(await typeOf(name)).toBeGreaterThan(15)
    }
  }
})

it('an outage is a band across the wall, for which everything makes room', async () => {
  for (const path of ['/live-rfid', '/dashboard', '/map', '/map?view=status']) {
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}kiosk=1`)
    // No edge of this hub has a reader.
    const band = page.getByText('Sin lectores: no llega ninguna lectura')
    await band.waitFor()
    await size(1920, 1080)
    const place = await band.locator('xpath=ancestor-or-self::output').boundingBox()
    expect(place).toMatchObject({ x: 0, y: 0, width: 1920 })
    const below = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(below?.y).toBeGreaterThan(place?.height ?? Number.NaN)
    const isWhole = () => document.documentElement.scrollHeight <= innerHeight
    await page.waitForFunction(isWhole)
  }
})

it('the states of agents fill the wall', async () => {
  await page.goto('/map?view=status&kiosk=1')
  const squares = page.getByRole('list', { name: 'Estado de los agentes' }).getByRole('listitem')
  await squares.first().waitFor()
  await size(1920, 1080)
  const left = () =>
    squares.last().evaluate((square) => innerHeight - square.getBoundingClientRect().bottom)
  await expect.poll(left).toSatisfy((px: number) => px > 0 && px < 80)
})

describe('the dashboard wall', () => {
  it('is one view at every size, to be read from four metres', async () => {
    await rig.agent.read(['TEST-LONG', 'TEST-UNKNOWN-2'])
    await rig.client.post('/api/agents', { code: 'visitas', name: 'Parqueadero de visitantes' })
    await page.goto('/dashboard?kiosk=1')
    await card('Agentes').getByText('Portón 1').waitFor()
    await card('Agentes').getByText('Parqueadero de visitantes').waitFor()
    await card('Agentes online').getByText('de 2').waitFor()
    await expect.poll(() => card('Sin registrar hoy').textContent()).toMatch(/▲ \d/)
    const running = (words: string) =>
      page.getByRole('img', { name: new RegExp(`${words}: \\d+\\.$`) })
    await running('Hoy, en curso').waitFor()
    await running('Esta hora, en curso').waitFor()
    await inAllSizes()
    await size(1920, 1080)
    expect(await typeOf(card('Lecturas hoy').locator('strong'))).toBeGreaterThan(90)
    expect(await typeOf(card('Agentes').getByRole('heading'))).toBeGreaterThanOrEqual(24)
    for (const [width, height] of [SIZES[1], UPRIGHT]) {
      await size(width, height)
      for (const texts of ['tbody :is(td, th)', 'main li > span']) {
        await expect.poll(() => leastType(texts)).toBeGreaterThanOrEqual(0.022)
      }
    }
    await page.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight)
    expect(await faults()).toEqual([])
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('shows what comes by itself, and which figure is old, until it is not', async () => {
    await page.clock.install()
    await page.goto('/dashboard?kiosk=1')
    const unknown = card('Sin registrar hoy')
    await card('Agentes').getByText('Portón 1').waitFor()
    await expect.poll(() => unknown.locator('strong').textContent()).toMatch(/\d/)
    const before = await unknown.locator('strong').textContent()
    await rig.agent.read('TEST-UNKNOWN-3')
    await card('Última lectura').getByText('TEST-UNKNOWN-3').waitFor()
    await expect.poll(() => unknown.locator('strong').textContent()).not.toBe(before)

    const daily = (url: URL) => url.pathname === '/api/rfid/stats/daily'
    await page.route(daily, (route) => route.abort())
    await page.clock.fastForward(31_000)
    await page.clock.fastForward(5000)
    const chart = card('Lecturas por día (30 días)')
    await chart.getByText(/Datos de las \d\d:\d\d$/).waitFor()
    expect(await chart.getByRole('img').isVisible()).toBe(true)
    await page.unroute(daily)
    await page.clock.fastForward(31_000)
    await chart.getByText(/Datos de las/).waitFor({ state: 'detached' })
  })

  it('shows all agents of a small site where it is upright, and many of a large one', async () => {
    const listed = (await rig.client.get('/api/map/agents')) as { agents: unknown[] }
    const gates = Array.from({ length: 11 }, (_, i) => ({
      code: `patio-${i}`,
      name: `Patio ${i}`,
    })).slice(listed.agents.length)
    const few = 4 - listed.agents.length
    for (const gate of gates.slice(0, few)) await rig.client.post('/api/agents', gate)
    await page.goto('/dashboard?kiosk=1')
    await size(...UPRIGHT)
    const lines = card('Agentes').getByRole('listitem')
    await expect.poll(() => lines.count()).toBe(4)
    expect(await card('Agentes').getByText(/más$/).count()).toBe(0)
    for (const gate of gates.slice(few)) await rig.client.post('/api/agents', gate)
    await page.reload()
    await card('Agentes').getByText('Patio 5').waitFor()
    await expect.poll(() => lines.count()).toBe(8)
    expect(await faults()).toEqual([])
  })
})
