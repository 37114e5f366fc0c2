import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveAgent } from '../rig/live-agent.ts'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const UNKNOWN = 'E2801191A503006543E90001'
const TAGS = Array.from({ length: 32 }, (_, i) => `TEST-${800 + i}`)

const rig = eachOnItsPage(new LiveRig(), {
  hasTouch: true,
  isMobile: true,
  viewport: { width: 390, height: 844 },
})
let page: Page
let gate: LiveAgent | null = null
beforeEach(async () => {
  page = rig.page
  gate ??= await LiveAgent.open(rig.client, 'salida', { name: 'Salida', location: 'Sótano 1' })
})

const boxOf = async (one: Locator) => (await one.boundingBox()) ?? expect.fail('it is not seen')

describe('the sheet of a stored read', () => {
  async function openSheet(tag: string): Promise<Locator> {
    await gate?.read(tag)
    await page.goto(`/dashboard?tag=${tag}`)
    await page
      .getByRole('button', { name: /, ver detalle$/ })
      .first()
      .tap()
    const sheet = page.getByRole('dialog', { name: 'Detalle de la lectura' })
    await sheet
      .getByRole('button', { name: /^Activar/ })
      .first()
      .waitFor()
    return sheet
  }

  it('of an unknown tag has first what is done about it, and opens its gate', async () => {
    const sheet = await openSheet(UNKNOWN)
    const register = sheet.getByRole('link', { name: `Registrar ${UNKNOWN}` })
    const others = ['Ver en mapa', 'Ver solo este tag'].map((name) =>
      sheet.getByRole('link', { name, exact: true }),
    )
    const { y } = await boxOf(register)
    for (const other of others) expect((await boxOf(other)).y).toBeGreaterThan(y)
    await sheet.getByRole('region', { name: 'Abrir Salida' }).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await register.tap()
    const form = page.getByRole('region', { name: 'Nuevo registro' })
    await form.getByLabel('Placa', { exact: true }).fill('hoja-01')
    await form.getByRole('button', { name: 'Crear' }).click()
    await page.waitForURL(/\/dashboard\?tag=/)
  })

  it('of a vehicle leads to its page, the map, and its other reads', async () => {
    const sheet = await openSheet('TEST-001')
    for (const name of ['Ver en mapa', 'Ver solo esta placa', 'Ver solo este tag']) {
      await sheet.getByRole('link', { name, exact: true }).waitFor()
    }
    expect(await sheet.getByRole('link', { name: /^Registrar/ }).count()).toBe(0)
    await sheet.getByRole('link', { name: 'Ver ficha' }).tap()
    await page.waitForURL(/\/vehicle\?id=\d+$/)
  })

  it('has its facts beside the relays on a phone that is turned', async () => {
    await page.setViewportSize({ width: 844, height: 390 })
    const sheet = await openSheet('TEST-001')
    const relays = await boxOf(sheet.getByRole('region', { name: 'Abrir Salida' }))
    for (const fact of await sheet.locator('dl > div').all()) {
      const { x, width } = await boxOf(fact)
      expect(x + width).toBeLessThanOrEqual(relays.x)
    }
    // In view without a scroll.
    for (const act of await sheet.getByRole('button', { name: /^Activar/ }).all()) {
      const { y, height } = await boxOf(act)
      expect(y + height).toBeLessThanOrEqual(390)
    }
  })
})

it.each([
  [320, 568],
  [844, 390],
])(
  'can reach the last entry of the menu with the account open at %i by %i',
  async (width, height) => {
    await page.setViewportSize({ width, height })
    await page.goto('/map?view=status')
    await rig.button('Menú').tap()
    await rig.button('Cuenta').tap()
    const menu = page.locator('#menu-principal')
    const entries = menu.locator('#cuenta').getByRole('button')
    await entries.first().waitFor()
    const last = entries.last()
    await last.scrollIntoViewIfNeeded()
    const { y, height: high } = await boxOf(last)
    expect(y + high).toBeLessThanOrEqual(height)
    const edge = await boxOf(menu)
    expect(edge.y + edge.height).toBeLessThanOrEqual(height)
  },
)

it('turns no page of which reads are folded', async () => {
  await gate?.read(TAGS)
  await page.goto('/dashboard?range=24h')
  const rows = page.locator('section[aria-label=Lecturas] tbody tr:visible')
  const next = rig.button('Siguiente')
  await rows.first().waitFor()
  expect(await rows.count()).toBe(6)
  expect(await next.isVisible()).toBe(false)
  await page.getByText('Más lecturas', { exact: true }).tap()
  expect(await rows.count()).toBe(25)
  await next.tap()
  await page.getByText(/^Lecturas 26–/).waitFor()
  // Whoever goes on wants to see them.
  await until('the rest', async () => (await rows.count()) > 6)
  await rig.button('Anterior').tap()
  await page.getByText(/^Lecturas 1–25/).waitFor()
  expect(await rows.count()).toBe(25)
})
