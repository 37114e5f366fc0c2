import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOnly } from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { onPostgres } from './on-postgres.ts'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const all: RunOnly = { type: 'tag', values: standards }
/** What the other colours alone can break, where all else was looked at. */
const colours: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
interface Look {
  width: number
  colorScheme: 'light' | 'dark'
  /** None: is it too wide? */
  runOnly: RunOnly | null
}

/**
 * Each scheme and each layout once, not each in the other. The narrowest phone has the layout of
 * the wider one: what is asked there is whether the page is too wide.
 */
const looks: readonly Look[] = [
  { width: 1366, colorScheme: 'light', runOnly: all },
  { width: 390, colorScheme: 'dark', runOnly: all },
  { width: 320, colorScheme: 'dark', runOnly: null },
]
/** With LONG each scheme in each layout, too. */
const moreLooks: readonly Look[] = [
  { width: 320, colorScheme: 'light', runOnly: all },
  { width: 1366, colorScheme: 'dark', runOnly: colours },
  { width: 390, colorScheme: 'light', runOnly: colours },
  { width: 320, colorScheme: 'dark', runOnly: colours },
]
const asked = process.env['LONG'] ? [...looks, ...moreLooks] : looks

/** A page in a browser profile of its own. */
export interface WatchedPage {
  context: BrowserContext
  page: Page
  /** What went wrong in it: thrown errors and breaches of its policy. */
  troubles: string[]
}

/** What goes wrong in the pages of a context from now on. */
async function watchTroubles(context: BrowserContext): Promise<string[]> {
  const troubles: string[] = []
  await context.exposeFunction('reportTrouble', (text: string) => troubles.push(text))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (breach) => {
      const { reportTrouble } = globalThis as unknown as { reportTrouble: (text: string) => void }
      reportTrouble(`policy: ${breach.effectiveDirective} ${breach.blockedURI}`)
    })
  })
  context.on('page', (page) => page.on('pageerror', (error) => troubles.push(error.message)))
  return troubles
}

/** Opens a page that reports what goes wrong in it; paths are those of the hub at `baseURL`. */
export async function openWatchedPage(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  })
  const troubles = await watchTroubles(context)
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  return { context, page, troubles }
}

/**
 * The faults of the page as it stands, in both colour schemes and layouts, and at which width it
 * scrolls sideways. What is seen on Postgres was looked at on SQLite.
 */
export async function faultsInAllLooks(page: Page): Promise<string[]> {
  const faults: string[] = []
  if (onPostgres) return faults
  const size = page.viewportSize()
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  for (const { width, colorScheme, runOnly } of asked) {
    const where = `${colorScheme} ${width}`
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 768 })
    // Wherever the page happens to be scrolled to, its bar covers a half of something.
    await page.evaluate(() => scrollTo(0, 0))
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    if (!(await becomesNarrow(page))) faults.push(`${where}: scrolls sideways`)
    if (await page.locator('.paper-only:visible').count())
      faults.push(`${where}: shows what is for paper`)
    if (runOnly === null) continue
    const { violations } = await page.evaluate(async (run) => {
      const { axe: checker } = globalThis as unknown as { axe: typeof axe }
      return await checker.run(document, {
        runOnly: run,
        // Of two landmarks with one name nobody knows which is which.
        rules: { 'landmark-unique': { enabled: true } },
        resultTypes: ['violations'],
        // No rule of these reads the style sheets, which it would else fetch and parse each time.
        preload: { assets: ['media'] },
      })
    }, runOnly)
    for (const { id, nodes } of violations) {
      faults.push(`${where}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
    }
  }
  if (size) await page.setViewportSize(size)
  return faults
}

/** True where the page fits its width, if not at once: React draws a layout after the styles'. */
async function becomesNarrow(page: Page): Promise<boolean> {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth
  return await page.waitForFunction(fits, undefined, { timeout: 2000 }).then(
    () => true,
    () => false,
  )
}

/** Opens the login page at this address and waits for the credentials that it offers. */
export async function openPrefilled(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForPrefilled(page)
}

/** Waits for the credentials that the login page offers. */
export async function waitForPrefilled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const field = document.querySelector<HTMLInputElement>('input[name=password]')
    return field !== null && field.value !== ''
  })
}

/**
 * Logs the page in, as somebody or with what the login page offers, on its way to `next`, and waits
 * for that screen.
 */
export async function logIn(
  page: Page,
  next: string,
  somebody?: { email: string; password: string },
): Promise<void> {
  await openPrefilled(page, `/login?next=${encodeURIComponent(next)}`)
  if (somebody) {
    await page.getByLabel('Email').fill(somebody.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(somebody.password)
  }
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL(`**${next}`)
  // A title takes the focus as it comes, which would be out of what a test has put it on.
  await page.locator('h1:focus').waitFor()
}

/** What the page keeps in local storage under this name. */
export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key)
}

/** The name of what has the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    const name = element?.getAttribute('aria-label') ?? element?.getAttribute('name')
    return name ?? element?.textContent?.slice(0, 40) ?? ''
  })
}
