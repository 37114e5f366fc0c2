import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { openWatchedPage, type WatchedPage } from './watched-page.ts'

type StoredState = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>

/** Options of a browser profile, and its storage at the start. */
export interface PageOptions extends Omit<BrowserContextOptions, 'storageState'> {
  storageState?: StoredState
  /** True: without the history and the cache of the pages before it. */
  isNew?: boolean
}

/** A document of the hub's without scripts, in which nothing of the app goes on. */
const PLAIN = '/healthz'
const VIEWPORT = { width: 1280, height: 720 }
/** Events whose listeners are removed between two tests. */
const LISTENED_EVENTS = [
  'console',
  'dialog',
  'download',
  'popup',
  'request',
  'response',
  'websocket',
] as const
/** Calls whose effect lasts as long as the page. */
const LASTING = [
  'addInitScript',
  'exposeFunction',
  'exposeBinding',
  'routeWebSocket',
  'setExtraHTTPHeaders',
] as const
const LASTING_OF_CONTEXT = [
  'grantPermissions',
  'newCDPSession',
  'setGeolocation',
  'setOffline',
] as const
const LASTING_OF_CLOCK = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const

interface Kept {
  readonly watched: WatchedPage
  /** What it was opened with: another page needs a profile of its own. */
  readonly key: string
  readonly profile: BrowserContextOptions
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
    const key = JSON.stringify([origin, profile, viewport === null])
    if (this.#kept?.key !== key || this.#kept.isSpoilt) {
      await this.end()
      const watched = await openWatchedPage(browser, origin, { viewport, ...profile })
      await this.#prepare(watched.context)
      if (storageState) await watched.page.goto(PLAIN)
      this.#kept = { watched, key, profile, isSpoilt: isNew }
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
    try {
      await clear(kept)
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
  for (const name of LASTING) for (const on of [context, page]) note(on, name)
  for (const name of LASTING_OF_CONTEXT) note(context, name)
  for (const name of LASTING_OF_CLOCK) note(page.clock, name)
  note(page.keyboard, 'down')
  page.on('close', () => (kept.isSpoilt = true))
  page.on('crash', () => (kept.isSpoilt = true))
}

/** Takes from a page and its profile what a test has left in them. */
async function clear({ watched: { context, page }, profile }: Kept): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const name of LISTENED_EVENTS) page.removeAllListeners(name)
  for (const name of ['request', 'response'] as const) context.removeAllListeners(name)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(PLAIN)
  await page.evaluate(async () => {
    window.name = ''
    localStorage.clear()
    sessionStorage.clear()
    for (const { name = '' } of await indexedDB.databases()) {
      const request = indexedDB.deleteDatabase(name)
      await new Promise((resolve, reject) => {
        request.addEventListener('success', resolve)
        request.addEventListener('error', reject)
      })
    }
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await context.clearCookies()
  const { colorScheme = null, reducedMotion = 'reduce' } = profile
  const { contrast = null, forcedColors = null } = profile
  await page.emulateMedia({ media: null, colorScheme, reducedMotion, contrast, forcedColors })
  await page.mouse.up()
  await page.mouse.move(0, 0)
}

async function fill({ context, page }: WatchedPage, origin: string, state: StoredState) {
  await context.addCookies(state.cookies)
  const entries = state.origins.find((stored) => stored.origin === origin)?.localStorage ?? []
  await page.evaluate((all) => {
    for (const { name, value } of all) localStorage.setItem(name, value)
  }, entries)
}
