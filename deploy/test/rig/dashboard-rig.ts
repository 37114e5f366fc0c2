import type { BrowserContext, Locator, Request, Route } from 'playwright-core'
import { readTags, startSeededSite, storedSession } from './dashboard-site.ts'
import { PageRig } from './page-rig.ts'
import { until } from './site.ts'
import type { PageOptions } from './warm-page.ts'

/** A vehicle whose texts are markup and a formula, read twice in a row. */
export const hostile = {
  plate: 'XSS001',
  model: '<img src=x onerror="document.title=1">',
  owner: '=HYPERLINK("http://x.co";"clic")',
  rfid_tag: 'E2FFFFFFFFFFFFFFFFFFFFF1',
}

/** A hub over so many reads of two days, and a logged in page on its dashboard. For tests. */
export class DashboardRig extends PageRig {
  constructor(reads: number) {
    super(async (site) => {
      const { client } = await startSeededSite(reads, 2, site)
      await client.post('/api/vehicles', hostile)
      await site.backdateAssets(60_000)
      await readTags(client, 'porton-x', ['TEST-901', hostile.rfid_tag, hostile.rfid_tag])
      return client
    })
  }

  override async openPage(options: PageOptions = {}): Promise<void> {
    const storageState = storedSession(this.client)
    await super.openPage({ storageState, viewport: { width: 1366, height: 900 }, ...options })
  }

  protected override async prepare(context: BrowserContext): Promise<void> {
    // A dialog that waits for somebody would hold the page for ever.
    await context.addInitScript(() => {
      Object.assign(globalThis, { prints: 0 })
      window.print = () => {
        Object.assign(globalThis, { prints: Number(Reflect.get(globalThis, 'prints')) + 1 })
      }
    })
  }

  /** Opens the dashboard and waits until all of its calls are answered. */
  async dashboard(query = ''): Promise<void> {
    await this.page.goto(`/dashboard${query}`)
    await this.status().waitFor()
  }

  status(): Locator {
    return this.page.getByTestId('status-line').getByText(/^Actualizado: \d\d:\d\d$/)
  }

  table(): Locator {
    const name = 'Lecturas del rango, la más nueva primero'
    return this.page.getByRole('table', { name })
  }

  rows(): Locator {
    return this.table().locator('tbody tr')
  }

  region(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  alert(text: string): Locator {
    return this.page.getByRole('alert').filter({ hasText: text })
  }

  search(): URLSearchParams {
    return new URL(this.page.url()).searchParams
  }

  /** Waits until a field holds a value: the address changes before what is drawn. */
  async value(name: string, value: string): Promise<void> {
    const field = this.page.getByRole('textbox', { name })
    await until(`${name} to be «${value}»`, async () => (await field.inputValue()) === value)
  }

  /** The cells of a column of the table once all of them satisfy the filter. */
  async column(place: number, fits: (text: string) => boolean): Promise<string[]> {
    return await until('the filtered rows', async () => {
      const texts = await this.rows().locator(`td:nth-child(${place})`).allTextContents()
      return texts.length > 0 && texts.every(fits) && texts
    })
  }

  /** The requests of a path from now on. */
  requestsOf(path: string): Request[] {
    const seen: Request[] = []
    this.page.on('request', (request) => {
      if (new URL(request.url()).pathname === path) seen.push(request)
    })
    return seen
  }

  /** Answers a path's calls with a status, until the function that it gives is called. */
  async fail(path: string, status: number, headers: Record<string, string> = {}) {
    const body = JSON.stringify({ error: 'internal', message: 'x' })
    const json = { 'content-type': 'application/json', ...headers }
    const answer = (route: Route) => route.fulfill({ status, headers: json, body })
    const matches = (url: URL) => url.pathname === path
    await this.page.route(matches, answer)
    return () => this.page.unroute(matches, answer)
  }
}
