import type { MapAgents } from '@vehicle-control/protocol'
import type { Locator, Route } from 'playwright-core'
import { storedSession } from './dashboard-site.ts'
import { LiveAgent } from './live-agent.ts'
import { PageRig } from './page-rig.ts'
import type { PageOptions } from './warm-page.ts'

/** An agent of the map's tests; one without coordinates is on no map. */
export const PLACES = [
  { code: 'porton-1', name: 'Portón 1', location: 'Entrada principal', lat: 4.63, lng: -74.09 },
  { code: 'bodega', name: 'Bodega Central', location: 'Zona franca', lat: 4.67, lng: -74.14 },
  { code: 'raro', name: '<img src=x onerror="document.title=1">', lat: 4.6, lng: -74.08 },
  { code: 'sin-lugar', name: 'Sin lugar', location: 'Móvil' },
] as const

const GREY_POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGPQBgAAMwAyhjfkGQAAAABJRU5ErkJggg==',
  'base64',
)
/** The answer to a call for a tile. */
export const GOOD_TILE = { contentType: 'image/png', body: GREY_POINT }

/** A hub with a few agents, and a logged in page whose tiles come from the test. For tests. */
export class MapRig extends PageRig {
  #speakers: LiveAgent[] = []

  constructor() {
    super(async (site) => {
      const client = await site.startHub()
      for (const agent of PLACES) await client.post('/api/agents', agent)
      const vehicle = { plate: 'ABC123', model: 'Hino Dutro', owner: 'Ana', rfid_tag: 'TEST-901' }
      await client.post('/api/vehicles', vehicle)
      return client
    })
  }

  override async openPage(options: PageOptions = {}): Promise<void> {
    const storageState = storedSession(this.client)
    await super.openPage({ storageState, viewport: { width: 1366, height: 800 }, ...options })
    await this.answerTiles((route) => route.fulfill(GOOD_TILE))
  }

  override async closePage(): Promise<string[]> {
    for (const speaker of this.#speakers.splice(0)) speaker.close()
    // An answer that is being changed may still be on its way.
    await this.page.unrouteAll({ behavior: 'ignoreErrors' })
    return super.closePage()
  }

  /** The map with its markers, told of what happens from now on. */
  async map(query = ''): Promise<void> {
    await this.page.goto(`/map${query}`)
    await this.markers().first().waitFor()
    await this.linked()
  }

  /** The card on the dashboard, with its markers and the link. */
  async card(): Promise<Locator> {
    await this.page.goto('/dashboard')
    const card = this.page.getByRole('region', { name: 'Mapa de agentes' }).first()
    await card.scrollIntoViewIfNeeded()
    await this.markers().first().waitFor()
    await this.linked()
    return card
  }

  async linked(): Promise<void> {
    await this.page
      .getByLabel('Conexión con el hub')
      .getByText(/Conectado|Sin lectores/)
      .waitFor()
  }

  /** Connects an agent; it is offline again when the page is closed. */
  async speaker(code: string): Promise<LiveAgent> {
    const speaker = await LiveAgent.open(this.client, code)
    this.#speakers.push(speaker)
    return speaker
  }

  async answerTiles(answer: (route: Route) => Promise<void>): Promise<void> {
    const tiles = (url: URL) => url.pathname.startsWith('/api/tiles/')
    await this.page.unroute(tiles)
    await this.page.route(tiles, answer)
  }

  /** Changes the hub's list of agents on its way to the page. */
  async changeAgents(change: (list: MapAgents['agents']) => MapAgents['agents']): Promise<void> {
    await this.page.route(
      (url) => url.pathname === '/api/map/agents',
      async (route) => {
        const answer = (await (await route.fetch()).json()) as MapAgents
        await route.fulfill({ json: { ...answer, agents: change(answer.agents) } })
      },
    )
  }

  markers(): Locator {
    return this.page.locator('.agent-marker')
  }

  markerOf(name: string): Locator {
    return this.page.locator(`.agent-marker[title="${name}"]`)
  }

  marker(name: string, state: 'Online' | 'Offline'): Locator {
    return this.page.getByLabel(`${name}, ${state}`, { exact: true })
  }

  clusters(): Locator {
    return this.page.locator('.agent-cluster')
  }

  /** What is said of an agent; on a narrow map it stands beside the map rather than in it. */
  popup(): Locator {
    return this.page.locator('.leaflet-popup section, .leaflet-container ~ section')
  }

  /** The notice of what is being read. */
  toast(): Locator {
    return this.page.getByRole('status').filter({ hasText: /^\W*Lectura/ })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** Where the middle of an element is, from that of the map; whole pixels. */
  async offCentre(of: Locator): Promise<[number, number]> {
    const [map, box] = await Promise.all([
      this.page.getByRole('group', { name: 'Mapa de agentes' }).boundingBox(),
      of.boundingBox(),
    ])
    if (!map || !box) throw new Error('there is no map, or not that on it')
    return [
      Math.round(box.x + box.width / 2 - map.x - map.width / 2),
      Math.round(box.y + box.height / 2 - map.y - map.height / 2),
    ]
  }
}
