import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { HubClient } from '../../local/hub-process.ts'
import { sharedBrowser } from './browser.ts'
import { onPostgres } from './on-postgres.ts'
import { Site } from './site.ts'
import { type PageOptions, WarmPage } from './warm-page.ts'
import type { WatchedPage } from './watched-page.ts'

/** A hub, a browser on it, and one page at a time. For tests. */
export class PageRig {
  readonly site: Site
  readonly #startHub: (site: Site) => Promise<HubClient>
  #client: HubClient | null = null
  #browser: Browser | null = null
  readonly #pages = new WarmPage((context) => this.prepare(context))
  #watched: WatchedPage | null = null

  /** `startHub` puts on the hub what the tests need there. */
  constructor(startHub = (site: Site) => site.startHub(), site = new Site()) {
    this.site = site
    this.#startHub = startHub
  }

  async start(): Promise<void> {
    this.#client = await this.#startHub(this.site)
    this.#browser = await sharedBrowser()
  }

  async end(): Promise<void> {
    await this.#pages.end()
    await this.site.end()
  }

  /** Gives a browser profile what each of its pages has. */
  protected async prepare(_context: BrowserContext): Promise<void> {}

  async openPage(options: PageOptions = {}): Promise<void> {
    this.#watched = await this.#pages.open(this.browser, this.client.url, options)
  }

  /** Says what went wrong in the page. */
  async closePage(): Promise<string[]> {
    await this.#pages.leave()
    return started(this.#watched).troubles.splice(0)
  }

  get client(): HubClient {
    return started(this.#client)
  }

  get browser(): Browser {
    return started(this.#browser)
  }

  get context(): BrowserContext {
    return started(this.#watched).context
  }

  get page(): Page {
    return started(this.#watched).page
  }
}

/** Gives each test of a file a page of its own, in which nothing may go wrong. */
export function eachOnItsPage<Rig extends PageRig>(rig: Rig, options: PageOptions = {}): Rig {
  beforeAll(() => rig.start(), 120_000)
  afterAll(() => rig.end())
  beforeEach(() => rig.openPage(options))
  afterEach(async () => expect(await rig.closePage()).toEqual([]))
  return rig
}

/**
 * A test of what the page alone decides, for which one database is enough. On Postgres it is not
 * there: one that is skipped would fail the run.
 */
export const itOnce: (name: string, run: () => Promise<void>) => void = onPostgres ? () => {} : it

function started<T>(value: T | null): T {
  if (value === null) throw new Error('the rig is not started')
  return value
}
