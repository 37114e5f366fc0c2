import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { openWatchedPage, type WatchedPage } from './watched-page.ts'

type StoredState = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>

/** What a browser profile is to be, and what it has stored. */
export interface PageOptions extends Omit<BrowserContextOptions, 'storageState'> {
  storageState?: StoredState
  /** True: without the history and the cache of the pages before it. */
  isNew?: boolean
}

/** A document of the hub's without scripts, in which nothing of the app goes on. */
const PLAIN = '/healthz'
const VIEWPORT = { width: 1280, height: 720 }
const HEARD = [
  'console',
  'dialog',
  'download',
  'popup',
  'request',
  'response',
  'websocket',
] as const
/** What a page cannot be rid of again. */
const FOR_GOOD = ['addInitScript', 'exposeFunction', 'exposeBinding'] as const
const FOR_GOOD_IN_CONTEXT = ['grantPermissions', 'newCDPSession', 'setOffline'] as const

interface Kept {
  readonly watched: WatchedPage
  /** What it was opened with: another page needs a profile of its own. */
  readonly key: string
  isSpoilt: boolean
}

/**
 * The pages of a hub, one after the other, each as in a new profile. They are one page, whose
 * renderer loads the app in half the time: what a test leaves in it is taken away, and where it
 * leaves what cannot be, the next page is another.
 */
export class WarmPage {
  readonly #prepare: (context: BrowserContext) => Promise<void>
  #kept: Kept | null = null

  /** `prepare` gives a profile what each of its pages has. */
  constructor(prepare: (context: BrowserContext) => Promise<void>) {
    this.#prepare = prepare
  }

  async open(
    browser: Browser,
    origin: string,
    { storageState, viewport = VIEWPORT, isNew = false, ...profile }: PageOptions,
  ): Promise<WatchedPage> {
    if (isNew) await this.end()
    const key = JSON.stringify([origin, profile])
    if (this.#kept?.key !== key || this.#kept.isSpoilt) {
      await this.end()
      const watched = await openWatchedPage(browser, origin, { viewport, ...profile })
      await this.#prepare(watched.context)
      if (storageState) await watched.page.goto(PLAIN)
      this.#kept = { watched, key, isSpoilt: isNew }
      noteSpoiling(this.#kept)
    }
    const { watched } = this.#kept
    if (viewport) await watched.page.setViewportSize(viewport)
    if (storageState) await fill(watched, origin, storageState)
    return watched
  }

  /** Leaves the app as somebody who closes its page. */
  async leave(): Promise<void> {
    const kept = this.#kept
    if (!kept || kept.isSpoilt) return this.end()
    const { context, page } = kept.watched
    try {
      await clear(context, page)
    } catch {
      // The hub is away, or the page is: there is nothing to keep.
      await this.end()
    }
  }

  async end(): Promise<void> {
    await this.#kept?.watched.context.close()
    this.#kept = null
  }
}

function noteSpoiling(kept: Kept): void {
  const { context, page } = kept.watched
  const note = (on: object, name: string) => {
    const call = Reflect.get(on, name) as (...given: unknown[]) => unknown
    Reflect.set(on, name, (...given: unknown[]) => {
      kept.isSpoilt = true
      return Reflect.apply(call, on, given)
    })
  }
  for (const name of FOR_GOOD) for (const on of [context, page]) note(on, name)
  for (const name of FOR_GOOD_IN_CONTEXT) note(context, name)
  note(page.clock, 'install')
  page.on('close', () => (kept.isSpoilt = true))
  page.on('crash', () => (kept.isSpoilt = true))
}

/** Takes from a page and its profile what a test has left in them. */
async function clear(context: BrowserContext, page: Page): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const name of HEARD) page.removeAllListeners(name)
  for (const name of ['request', 'response'] as const) context.removeAllListeners(name)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(PLAIN)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce' })
  await page.mouse.move(0, 0)
}

async function fill({ context, page }: WatchedPage, origin: string, state: StoredState) {
  await context.addCookies(state.cookies)
  const entries = state.origins.find((stored) => stored.origin === origin)?.localStorage ?? []
  await page.evaluate((all) => {
    for (const { name, value } of all) localStorage.setItem(name, value)
  }, entries)
}
