import type { Locator } from 'playwright-core'
import { storedSession } from './dashboard-site.ts'
import { LiveAgent } from './live-agent.ts'
import { PageRig } from './page-rig.ts'
import { until } from './site.ts'
import type { PageOptions } from './warm-page.ts'

/** A hub with an agent that a test speaks for, and a logged in page for its live screen. For tests. */
export class LiveRig extends PageRig {
  #agent: LiveAgent | null = null

  override async openPage(options: PageOptions = {}): Promise<void> {
    const storageState = storedSession(this.client)
    await super.openPage({ storageState, viewport: { width: 1366, height: 768 }, ...options })
    this.#agent ??= await this.agentOf('porton-1', 'Portón 1', 'Entrada principal')
  }

  override async end(): Promise<void> {
    this.#agent?.close()
    await super.end()
  }

  get agent(): LiveAgent {
    if (!this.#agent) throw new Error('no page was opened')
    return this.#agent
  }

  agentOf(code: string, name: string, location: string): Promise<LiveAgent> {
    return LiveAgent.open(this.client, code, { name, location })
  }

  /** Speaks for the same agent over a new connection, as after a hub that went away. */
  async reconnectAgent(): Promise<void> {
    this.agent.close()
    this.#agent = await this.agentOf('porton-1', 'Portón 1', 'Entrada principal')
  }

  /** Opens the live screen and waits until it has its first answers. */
  async live(query = ''): Promise<void> {
    await this.page.goto(`/live-rfid${query}`)
    await this.page.getByText(/En vivo|Rango/).waitFor()
  }

  /** The rows of a tag. */
  rows(tag: string): Locator {
    return this.page
      .getByRole('row')
      .filter({ has: this.page.getByRole('cell', { name: tag, exact: true }) })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  alert(text: string): Locator {
    return this.page.getByRole('alert').filter({ hasText: text })
  }

  /** The value of a badge. */
  badge(label: string | RegExp): Promise<string | null> {
    return this.page.locator('dt', { hasText: label }).locator('+ dd').textContent()
  }

  /** Waits until a badge says so. */
  async says(label: string | RegExp, value: string): Promise<void> {
    await until(`${String(label)} to be ${value}`, async () => (await this.badge(label)) === value)
  }
}
