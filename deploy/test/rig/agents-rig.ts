import type { AgentDetail, AgentDetailList } from '@vehicle-control/protocol'
import type { Locator } from 'playwright-core'
import { storedSession } from './dashboard-site.ts'
import { GOOD_TILE } from './map-rig.ts'
import { PageRig } from './page-rig.ts'
import type { Site } from './site.ts'
import type { PageOptions } from './warm-page.ts'

/** The agents of these tests. */
export const NORTE = {
  code: 'norte-10',
  name: 'Portón 10',
  location: 'Entrada norte',
  lat: 4.711,
  lng: -74.072,
}
export const SUR = { code: 'sur-9', name: 'Portón 9' }

/** Opens the agents' tab for an administrator of a hub with these agents. For tests. */
export class AgentsRig extends PageRig {
  constructor(prepare: (site: Site) => ReturnType<Site['startHub']> = (site) => site.startHub()) {
    super(prepare)
  }

  override async openPage(options: PageOptions = {}): Promise<void> {
    const storageState = storedSession(this.client)
    await super.openPage({ storageState, viewport: { width: 1366, height: 900 }, ...options })
    const tiles = (url: URL) => url.pathname.startsWith('/api/tiles/')
    await this.page.route(tiles, (route) => route.fulfill(GOOD_TILE))
  }

  override async closePage(): Promise<string[]> {
    // An answer that is being changed may still be on its way.
    await this.page.unrouteAll({ behavior: 'ignoreErrors' })
    return super.closePage()
  }

  async openTab(query = ''): Promise<void> {
    await this.page.goto(`/admin?tab=agentes${query}`)
    await this.page.getByText(/^[\d.]+ agentes?( · |$)/).waitFor()
  }

  async stored(code: string): Promise<AgentDetail | undefined> {
    const { agents } = (await this.client.get('/api/agents')) as AgentDetailList
    return agents.find((agent) => agent.code === code)
  }

  part(title: string): Locator {
    return this.page.getByRole('region', { name: title })
  }

  /** The row of an agent, by its code. */
  row(code: string): Locator {
    return this.page
      .getByRole('row')
      .filter({ has: this.page.getByRole('cell', { name: code, exact: true }) })
  }

  button(name: string | RegExp, on: Locator = this.page.locator('body')): Locator {
    return on.getByRole('button', { name, exact: true })
  }

  /** Presses twice, as hands do. */
  async press(name: string, on?: Locator): Promise<void> {
    await this.button(name, on).dblclick()
  }

  /** Chooses from the menu of an agent's row. */
  async act(action: string, name: string): Promise<void> {
    await this.button(`Acciones: ${name}`).click()
    await this.page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  /** Opens what the row of an agent says of its health. */
  async openHealth(code: string): Promise<Locator> {
    const health = this.row(code).getByRole('group')
    await health.locator('summary').click()
    return health
  }

  dialog(name?: string): Locator {
    return this.page.getByRole('dialog', name ? { name } : {})
  }

  /** Counts what the page asks of the hub from now on. */
  countCalls(method: string, path: string): () => number {
    let calls = 0
    this.page.on('request', (request) => {
      const isIt = request.method() === method && new URL(request.url()).pathname === path
      calls += isIt ? 1 : 0
    })
    return () => calls
  }
}
