import type { Vehicle } from '@vehicle-control/protocol'
import type { Locator } from 'playwright-core'
import { storedSession } from './dashboard-site.ts'
import { PageRig } from './page-rig.ts'
import type { PageOptions } from './warm-page.ts'

/** A hub, and logged in pages for the administration's vehicles. For tests. */
export class AdminRig extends PageRig {
  override openPage(options: PageOptions = {}): Promise<void> {
    return super.openPage({ storageState: storedSession(this.client), ...options })
  }

  /** Opens the tab of the vehicles and waits for its list. */
  async open(query = ''): Promise<void> {
    await this.page.goto(`/admin${query}`)
    await this.page.getByText(/^[\d.]+ vehículos?$/).waitFor()
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  field(name: string): Locator {
    return this.page.getByRole('textbox', { name, exact: true })
  }

  /** «Nuevo registro» or «Editar registro». */
  get form(): Locator {
    return this.page.getByRole('region', { name: /registro$/ })
  }

  get rows(): Locator {
    return this.page.getByRole('table', { name: 'Vehículos' }).locator('tbody tr')
  }

  row(text: string): Locator {
    return this.rows.filter({ hasText: text })
  }

  /** A text that is somewhere in the page as it is here. */
  notice(text: string): Locator {
    return this.page.getByText(text, { exact: true })
  }

  /** What the address asks the list for. */
  get address(): URLSearchParams {
    return new URL(this.page.url()).searchParams
  }

  /** The vehicles that the hub finds for a text. */
  async stored(q: string): Promise<Vehicle[]> {
    const answer = await this.client.get(`/api/vehicles?pageSize=100&q=${encodeURIComponent(q)}`)
    return (answer as { items: Vehicle[] }).items
  }

  /** Deletes a vehicle as somebody else would. */
  async remove(plate: string): Promise<void> {
    const [{ id } = { id: 0 }] = await this.stored(plate)
    const headers = { authorization: `Bearer ${this.client.token}` }
    await fetch(new URL(`/api/vehicles/${id}`, this.client.url), { method: 'DELETE', headers })
  }

  /** Counts the calls that the page makes from now on. */
  countCalls(method: string, path: string): { calls: number } {
    const counted = { calls: 0 }
    this.page.on('request', (request) => {
      const isIt = request.method() === method && new URL(request.url()).pathname.startsWith(path)
      if (isIt) counted.calls += 1
    })
    return counted
  }
}
