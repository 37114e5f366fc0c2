import type { Agent } from '@vehicle-control/protocol'
import type { Page, Request } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { HubClient } from '../../local/hub-process.ts'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { type Site, until } from '../rig/site.ts'
import { faultsInAllLooks, logIn } from '../rig/watched-page.ts'

const VIEW = '/map?view=status'
const readers = [{ id: 'gate', type: 'simulator', ratePerMinute: 600, dayRhythm: false }]

let page: Page

const cards = () => page.getByRole('list', { name: 'Estado de los agentes' }).getByRole('listitem')
const card = (name: string) => cards().filter({ has: page.getByRole('heading', { name }) })
const names = () => page.getByRole('heading', { level: 2 }).allTextContents()
const summary = (total: number, online: number) =>
  page.getByText(`Total: ${total} · Online: ${online}`, { exact: true })

async function open(address = VIEW): Promise<void> {
  await logIn(page, address)
  await page.getByText(/^Total: [\d.]+ · Online: /).waitFor()
}

/** From now on the page gets no answers to its polls. */
const cutPolls = () => page.route('**/api/agents/status', (route) => route.abort())

/** Plays a tab that goes to the background, which this browser has none of. */
const setVisibility = (state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value })
    Object.defineProperty(document, 'hidden', { configurable: true, value: value === 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)

/** Starts an edge of this code and waits until the hub has it. */
async function startEdge(site: Site, client: HubClient, code: string, name: string) {
  const env = { EDGE_ENROLL_TOKEN: await client.enrollToken(code), EDGE_AGENT_NAME: name }
  const edge = site.startEdge(code, readers, env)
  await edge.line((line) => line.msg === 'connected to the hub')
  return edge
}

describe('without agents', () => {
  const rig = eachOnItsPage(new PageRig())
  beforeEach(() => void (page = rig.page))

  it('says in words and without faults that there are no agents', async () => {
    await open()
    await page.getByText('No hay agentes registrados.').waitFor()
    await summary(0, 0).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('asks for the states once as it opens', async () => {
    await open()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const count = (path: string) => asked.filter((one) => one === path).length
    const answered = page.waitForResponse('**/api/agents/status')
    await page.routeWebSocket(/socket\.io/, async (socket) => {
      await answered
      socket.connectToServer()
    })
    await page.reload()
    // The socket is there: what may have changed until then is asked for again.
    await until('both again', () =>
      Promise.resolve(count('/api/alerts') > 1 && count('/api/rfid/status') > 1),
    )
    expect(count('/api/agents/status')).toBe(1)
  })

  it('keeps ten thousand agents within reach and few of them in the document', async () => {
    const agents = Array.from({ length: 10_000 }, (_, id): Agent => {
      const place = { location: null, lat: 4, lng: -74, last_ip: null, last_seen: null }
      const state = { readings_count: 0, online: false, connected: id % 2 === 0, quarantine: null }
      return { id, code: `gate-${id}`, name: `Portería ${id}`, ...place, ...state }
    })
    await page.route('**/api/agents/status', (route) => route.fulfill({ json: { agents } }))
    await open()
    await page.getByText('Total: 10.000 · Online: 5.000').waitFor()
    await card('Portería 0').waitFor()
    expect(await cards().count()).toBeLessThan(60)
    expect(await cards().first().getAttribute('aria-setsize')).toBe('10000')
    await page.keyboard.press('End')
    await card('Portería 9999').getByText('Offline').waitFor()
    expect(await cards().count()).toBeLessThan(60)
    expect(await faultsInAllLooks(page)).toEqual([])
  })
})

describe('with agents', () => {
  const rig = eachOnItsPage(
    new PageRig(async (site) => {
      const client = await site.startHub()
      const norte = { name: 'Portón 10', location: 'Entrada norte', lat: 4.711, lng: -74.072 }
      await client.post('/api/agents', { code: 'norte-10', ...norte })
      await client.post('/api/agents', { code: 'norte-9', name: 'Portón 9' })
      await startEdge(site, client, 'zona-1', 'Zona franca')
      return client
    }),
  )
  beforeEach(() => void (page = rig.page))

  async function remove(code: string): Promise<void> {
    const { url, token } = rig.client
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(new URL(`/api/agents/${code}`, url), { method: 'DELETE', headers })
    expect(answer.status).toBe(200)
  }

  it('shows those online first, then by name, with everything that is known of them', async () => {
    await open()
    await card('Zona franca').getByText('Online').waitFor()
    await summary(3, 1).waitFor()
    expect(await names()).toEqual(['Zona franca', 'Portón 9', 'Portón 10'])
    const legend = page.getByRole('list', { name: 'Leyenda' })
    expect(await legend.getByRole('listitem').allTextContents()).toEqual(['●Online', '◆Offline'])

    await card('Portón 10').getByRole('button', { name: 'Abrir Portón 10' }).waitFor()
    const texts = (await card('Portón 10').innerText()).split(/\n+/).join(' ')
    expect(texts).toBe(
      'Portón 10 ◆ Offline norte-10 Ver en mapa Abrir Ubicación Entrada norte Última IP — Lecturas 0 Último seen Nunca',
    )
    const seen = card('Zona franca').locator('time')
    expect(await seen.textContent()).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
    await card('Zona franca').getByText('127.0.0.1').waitFor()
    await card('Zona franca')
      .getByText(/^[1-9]\d*$/)
      .waitFor()
    expect(await card('Zona franca').getByRole('link').count()).toBe(0)
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('leads to an agent on the map, by keyboard', async () => {
    await open()
    const link = page.getByRole('link', { name: 'Ver en mapa: Portón 10' })
    await link.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('focus') === 'norte-10')
    expect(new URL(page.url()).pathname).toBe('/map')
  })

  it('asks every 5 s, and not while nobody can see it', async () => {
    await page.clock.install()
    await open()
    await card('Zona franca').waitFor()
    // A socket that connects asks as well.
    await page.getByLabel('Conexión con el hub').getByText('Conectado').waitFor()
    const isPoll = (request: Request) => request.url().endsWith('/agents/status')
    const polled = () => page.waitForResponse((response) => isPoll(response.request()))
    for (let i = 0; i < 2; i++) {
      const next = polled()
      await page.clock.fastForward(5000)
      await next
    }
    let polls = 0
    await setVisibility('hidden')
    page.on('request', (request) => void (polls += isPoll(request) ? 1 : 0))
    await page.clock.fastForward(40_000)
    expect(polls).toBe(0)
    const next = polled()
    await setVisibility('visible')
    await next
  })

  it('searches name, code and location', async () => {
    await open()
    const field = page.getByRole('textbox', { name: 'Buscar' })
    await field.fill('porton ENTRADA')
    await page.getByText('Mostrando 1 de 3').waitFor()
    expect(await names()).toEqual(['Portón 10'])
    await page.waitForURL((url) => url.searchParams.get('q') === 'porton ENTRADA')
    await page.reload()
    await card('Portón 10').waitFor()
    expect(await names()).toEqual(['Portón 10'])
    await field.fill('helipuerto')
    await page.getByText('Sin coincidencias').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('shows an agent from its first event on, and drops one that is deleted', async () => {
    await open()
    await card('Zona franca').waitFor()
    await cutPolls()
    await startEdge(rig.site, rig.client, 'abierta-1', 'Abierta')
    await card('Abierta').getByText('Online').waitFor()
    await summary(4, 2).waitFor()
    expect((await names())[0]).toBe('Abierta')
    await page.unroute('**/api/agents/status')
    await remove('abierta-1')
    await card('Abierta').waitFor({ state: 'detached' })
    await summary(3, 1).waitFor()
  })

  it('lets an agent that says nothing go offline after 120 s, and says how old its data is', async () => {
    const edge = await startEdge(rig.site, rig.client, 'muda-1', 'Muda')
    await edge.stop('SIGKILL')
    await until('the loss', async () => {
      const { agents } = (await rig.client.get('/api/agents/status')) as { agents: Agent[] }
      return agents.some(({ code, connected }) => code === 'muda-1' && !connected)
    })
    await page.clock.install()
    await open()
    await card('Muda').getByText('Online').waitFor()
    // What the hub answers would put the page's clock right; a poll may be under way.
    const failed = page.waitForEvent('requestfailed', (one) => one.url().endsWith('/agents/status'))
    await page.route('**/api/**', (route) => route.abort())
    await failed
    await page.clock.fastForward(80_000)
    await page.getByText(/^Datos de hace 0[12]:\d\d$/).waitFor()
    await card('Muda').getByText('Online').waitFor()
    await page.clock.fastForward(41_000)
    await card('Muda').getByText('Offline').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await remove('muda-1')
  })

  it('is squares on a wall, with the names of those that are offline', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await open(`${VIEW}&kiosk=1`)
    await page.getByText('Offline: 2 · Portón 9, Portón 10').waitFor()
    // A second line where there is room: how much has passed today, or since when nothing does.
    await page.getByText(/^Hoy: \d+ lecturas?$/).waitFor()
    const texts = (await cards().allTextContents()).map((text) => text.replace(/\d+/g, 'N'))
    expect(texts).toEqual([
      expect.stringMatching(/^Zona francaHoy: N lecturas?Online$/),
      'Portón NNuncaOffline',
      'Portón NNuncaOffline',
    ])
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('says no state on a wall whose hub is silent', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.clock.install()
    await open(`${VIEW}&kiosk=1`)
    const offline = page.getByText('Offline: 2 · Portón 9, Portón 10')
    await offline.waitFor()
    await page.route('**/api/**', (route) => route.abort())
    await page.clock.fastForward(30_000)
    await page.getByText(/^Datos de hace/).waitFor()
    await offline.waitFor({ state: 'hidden' })
    expect(await summary(3, 1).isVisible()).toBe(false)
    const looks = await cards().evaluateAll((all) => all.map((one) => getComputedStyle(one).color))
    expect(new Set(looks).size).toBe(1)
    expect(await faultsInAllLooks(page)).toEqual([])
  })
})
