import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startSeededSite, storedSession } from '../rig/dashboard-site.ts'
import { PageRig } from '../rig/page-rig.ts'

/** What a finger needs, less what rounding takes. */
const FINGER_PX = 43.5

const rig = new PageRig(async (site) => (await startSeededSite(500, 2, site)).client)
beforeAll(() => rig.start(), 120_000)
afterAll(() => rig.end())
afterEach(async () => expect(await rig.closePage()).toEqual([]))

function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    // A password's input fills its field, whose border is the field's own.
    const all =
      'a, button, select, summary, label:has(> [type=radio]), label.mantine-SegmentedControl-label, .mantine-Input-input'
    return [...document.querySelectorAll(all)].flatMap((target) => {
      const box = target.getBoundingClientRect()
      const after = getComputedStyle(target, '::after')
      // A link in a row reaches beyond its text by an empty box.
      const beyond = (a: string, b: string) =>
        after.content === '""' ? Math.max(0, -(parseFloat(a) + parseFloat(b)) || 0) : 0
      const width = box.width + beyond(after.left, after.right)
      const height = box.height + beyond(after.top, after.bottom)
      // The heads of a table that stands as cards.
      const isClipped = target.closest('thead')?.clientWidth === 1
      // What lets a finger through is no target.
      const isPassed = getComputedStyle(target).pointerEvents === 'none'
      if (!target.checkVisibility({ visibilityProperty: true }) || width <= 1 || isClipped)
        return []
      if (isPassed) return []
      const name = target.getAttribute('aria-label') ?? target.textContent
      const isSmall = Math.min(width, height) < least
      return isSmall ? [`${name}: ${Math.round(width)} × ${Math.round(height)}`] : []
    })
  }, FINGER_PX)
}

/** How wide the page is with text twice as large, on screens of 320 and of 390 px. */
async function widthsOfLargeText(page: Page): Promise<number[]> {
  // A page's policy refuses a style tag.
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const widths: number[] = []
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    widths.push(await page.evaluate(() => document.documentElement.scrollWidth))
  }
  return widths
}

it.each([
  ['/login', 'Entrar'],
  ['/reset-password?token=abcdefgh', 'Actualizar'],
  ['/dashboard?range=24h', 'Siguiente'],
  ['/dashboard?range=custom&from=2026-11-01T08:00', 'Desde'],
  ['/live-rfid', 'Pausar'],
  ['/map', 'Ver todos'],
  ['/map?view=status', 'Menú'],
  ['/admin', 'Buscar'],
  ['/admin?tab=activos', 'Buscar'],
  ['/admin?tab=agentes', 'Buscar'],
  ['/admin?tab=usuarios', 'Invitar'],
  ['/admin?tab=usuarios&vista=registro', 'Filtros'],
  ['/admin?tab=config', 'Guardar'],
  ['/invitacion#token=abcdefgh', 'Cambiar a modo oscuro'],
  ['/report?range=24h', 'Imprimir'],
])('%s has targets for fingers, and room for large text', async (path, name) => {
  const isPublic = /^\/(login|reset|invitacion)/.test(path)
  await rig.openPage({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 320, height: 640 },
    ...(isPublic ? {} : { storageState: storedSession(rig.client) }),
  })
  const { page } = rig
  await page.addInitScript(() => (window.print = () => {}))
  await page.goto(path)
  // The pages come once all reads of the first are shown.
  if (name === 'Siguiente') await page.getByText('Más lecturas', { exact: true }).tap()
  await page.getByRole('button', { name, exact: true }).waitFor()
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  expect(await tooSmall(page)).toEqual([])
  expect(await widthsOfLargeText(page)).toEqual([320, 390])
})

it.each([
  ['/live-rfid', ['Filtros', 'Sonido', 'Día'], 'Borrar Día'],
  ['/admin', ['Acciones'], 'Import CSV'],
  ['/admin', [/^Acciones: /], /^Borrar /],
  ['/admin?tab=activos', [/^Acciones: /], /^Borrar /],
  ['/admin?tab=agentes', ['Acciones'], 'Export CSV'],
  ['/admin?tab=agentes', [/^Acciones: /], /^Borrar/],
])('%s has targets for fingers behind %s, too', async (path, openers, opened) => {
  await rig.openPage({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 320, height: 640 },
    storageState: storedSession(rig.client),
  })
  const { page } = rig
  await page.goto(path)
  for (const name of openers) {
    await page.getByRole('button', { name, exact: true }).first().click()
  }
  const action = { name: opened }
  await page.getByRole('button', action).or(page.getByRole('menuitem', action)).first().waitFor()
  expect(await tooSmall(page)).toEqual([])
})

it('leaves no empty room around charts and map with text twice as large', async () => {
  await rig.openPage({ storageState: storedSession(rig.client) })
  const { page } = rig
  await page.goto('/dashboard?range=24h')
  await page.locator('.uplot').first().waitFor()
  await page.getByRole('region', { name: 'Mapa de agentes' }).first().scrollIntoViewIfNeeded()
  const map = page.locator('.leaflet-container')
  await map.waitFor()
  const mapHeight = await map.evaluate((it) => it.clientHeight)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const rooms = await page.locator('section > div:has(> .uplot, > * .uplot)').evaluateAll((all) =>
    all.map((room) => {
      const drawn = room.querySelector('.u-wrap')?.clientHeight ?? 0
      return room.clientHeight - drawn
    }),
  )
  expect(rooms.length).toBeGreaterThan(0)
  expect(Math.max(...rooms)).toBeLessThan(10)
  expect(await map.evaluate((it) => it.clientHeight)).toBe(mapHeight)
})
