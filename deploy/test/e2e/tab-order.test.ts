import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { DashboardRig } from '../rig/dashboard-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'

const rig = eachOnItsPage(new DashboardRig(300))
let page: Page
beforeEach(() => void (page = rig.page))

interface Stop {
  name: string
  top: number
  bottom: number
  left: number
  /** What is beside each other has an order of its own: the bar, the lower edge, a column. */
  block: string
}

/** Where the tab key leads from the top of the page, until it is out of it. */
async function stops(): Promise<Stop[]> {
  const found: Stop[] = []
  await page.evaluate(() => {
    scrollTo(0, 0)
    const { activeElement } = document
    if (activeElement instanceof HTMLElement) activeElement.blur()
    getSelection()?.collapse(document.body, 0)
  })
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return null
      const { top, bottom, left } = element.getBoundingClientRect()
      const fixed = element.closest('header, nav[aria-label="Pantallas"]')
      const cards = [...document.querySelectorAll('section, [class*=card]')]
      const card = cards.findLast((one) => one.contains(element))
      const map = element.closest('.leaflet-container') && 'map'
      const block = fixed?.tagName ?? map ?? (card ? `card ${cards.indexOf(card)}` : 'main')
      const name =
        element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30) ?? ''
      const scrolled = fixed ? 0 : scrollY
      return {
        name: `${element.tagName} ${name}`,
        top: Math.round(top + scrolled),
        bottom: Math.round(bottom + scrolled),
        left: Math.round(left),
        block,
      }
    })
    if (stop === null) break
    if (
      found.some(
        ({ name, top, left }) => name === stop.name && top === stop.top && left === stop.left,
      )
    )
      break
    found.push(stop)
  }
  return found
}

/** The steps of the tab key that go up, or to the left in one line. */
function stepsBack(found: readonly Stop[]): string[] {
  const back: string[] = []
  for (const [i, to] of found.entries()) {
    const from = found[i - 1]
    if (!from || from.block !== to.block || from.name.startsWith('A Saltar')) continue
    const isAbove = to.bottom <= from.top
    const isInLine = Math.min(to.bottom, from.bottom) > Math.max(to.top, from.top)
    if (isAbove || (isInLine && to.left < from.left - 1)) back.push(`${from.name} → ${to.name}`)
  }
  return back
}

it.each(
  [
    '/dashboard',
    '/map',
    '/live-rfid',
    '/admin',
    '/admin?tab=agentes',
    '/admin?tab=usuarios',
    '/admin?tab=config',
    '/vehicle?id=1',
  ].flatMap((path) => [1366, 390].map((width) => [path, width] as const)),
)('the tab key goes through %s at %d as it is seen', async (path, width) => {
  await page.setViewportSize({ width, height: 844 })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const found = await stops()
  expect(stepsBack(found)).toEqual([])
  const blocks = found.map(({ block }) => block)
  expect(blocks.indexOf('HEADER')).toBe(1)
  // The lower edge is the last of a page, where its end was reached.
  const afterTabs = blocks.slice(blocks.indexOf('NAV')).filter((block) => block !== 'NAV')
  expect(blocks.includes('NAV') ? afterTabs : []).toEqual([])
})
