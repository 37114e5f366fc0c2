import { readFileSync } from 'node:fs'
import type { AuditChain, AuditResponse } from '@vehicle-control/protocol'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { eachOnItsPage, itOnce, PageRig } from '../rig/page-rig.ts'
import { faultsInAllLooks, logIn } from '../rig/watched-page.ts'

const LOG = '/admin?tab=usuarios&vista=registro'
const eva = {
  email: 'eva@ejemplo.co',
  name: 'Eva Paz',
  role: 'admin' as const,
  password: 'blue tractor',
}

const rig = eachOnItsPage(
  new PageRig(async (site) => {
    const client = await site.startHub()
    await client.post('/api/users', eva)
    for (const plate of ['AAA111', 'BBB222'])
      await client.post('/api/vehicles', { plate, rfid_tag: `TAG-${plate}` })
    return client
  }),
)
let page: Page
beforeEach(() => void (page = rig.page))

const rows = () => page.getByRole('table', { name: 'Registro' }).locator('tbody').getByRole('row')
const counts = (text: string) => page.getByText(text, { exact: true }).waitFor()

describe('Registro', () => {
  it('is one step from the accounts, says that the chain holds, and shows acts in words', async () => {
    await logIn(page, '/admin?tab=usuarios')
    await page.getByRole('link', { name: 'Registro' }).click()
    await page.getByRole('heading', { name: 'Registro' }).waitFor()
    await page
      .getByText(
        /Íntegro: al revisar el .+ nadie había cambiado ni borrado ninguna de las \d+ acciones que había entonces/,
      )
      .waitFor()
    await rows().filter({ hasText: 'Creó una cuenta' }).filter({ hasText: eva.email }).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.getByRole('link', { name: 'Volver a los usuarios' }).click()
    await page.getByRole('button', { name: 'Invitar' }).waitFor()
  })

  it('is narrowed by who, what, on what and when, keeps that in the address, and gives it as CSV', async () => {
    await logIn(page, `${LOG}&q=demo`)
    await page.getByLabel('Qué', { exact: true }).selectOption('Vehículos y activos')
    await page.getByLabel('Sobre qué').fill('BBB')
    await page.getByLabel('Sobre qué').press('Enter')
    await counts('1 acción')
    expect(await rows().allInnerTexts()).toMatchObject([expect.stringContaining('BBB222')])
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('que')).toBe('asset')
    expect(searchParams.get('objeto')).toBe('BBB')
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const lines = readFileSync(await (await saved).path(), 'utf8').split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('BBB222')
    await page.getByRole('button', { name: 'Quitar filtros' }).click()
    await rows().filter({ hasText: 'Exportó el registro' }).waitFor()
  })

  itOnce('says which end of the range is wrong, and asks for nothing', async () => {
    await logIn(page, `${LOG}&desde=2026-11-28T09:00&hasta=2026-11-28T08:00`)
    await page.getByRole('alert').filter({ hasText: '«Desde» debe ser anterior' }).waitFor()
    expect(await page.getByRole('link', { name: 'Export CSV' }).count()).toBe(0)
  })

  itOnce('folds its filters on a phone, where the first acts are in sight', async () => {
    await page.setViewportSize({ width: 320, height: 568 })
    await logIn(page, LOG)
    const opener = page.getByRole('button', { name: 'Filtros', exact: true })
    await opener.waitFor()
    await rows().first().waitFor()
    const box = await rows().first().boundingBox()
    // The whole first one, with what it was done to, well above the lower tabs.
    expect(Number(box?.y) + Number(box?.height)).toBeLessThan(460)
    const what = page.getByLabel('Qué', { exact: true })
    expect(await what.isVisible()).toBe(false)
    await opener.click()
    await what.selectOption('Vehículos y activos')
    await rows().filter({ hasText: 'BBB222' }).waitFor()
    await page.reload()
    // What narrows the list is in sight.
    await what.waitFor()
  })

  itOnce(
    'has addresses and dates in one line of paper, widths by what it holds, and no way back',
    async () => {
      await logIn(page, LOG)
      await rows().filter({ hasText: 'Creó una cuenta' }).first().waitFor()
      await page.setViewportSize({ width: 718, height: 1000 })
      await page.emulateMedia({ media: 'print' })
      expect(await page.getByRole('link', { name: 'Volver a los usuarios' }).isVisible()).toBe(
        false,
      )
      for (const head of ['Qué', 'Cuándo', 'Quién', 'Sobre qué']) {
        const lines = await page
          .locator(`td[data-head="${head}"] > span`)
          .evaluateAll((texts) =>
            texts.map((text) => new Set([...text.getClientRects()].map(({ y }) => y)).size),
          )
        expect(new Set(lines)).toEqual(new Set([1]))
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        718,
      )
      expect(await rows().filter({ hasText: 'Creó una cuenta' }).allInnerTexts()).toContainEqual(
        expect.stringContaining('Rol: Administrador'),
      )
    },
  )

  itOnce('says how many acts came after the hub looked, and no word of a machine', async () => {
    const to = Date.now()
    await page.route('**/api/audit/chain*', async (route) => {
      const answer = (await (await route.fetch()).json()) as AuditChain
      await route.fulfill({ json: { ...answer, checking: false, state: 'whole', rows: 1 } })
    })
    await page.route('**/api/audit?*', async (route) => {
      const answer = (await (await route.fetch()).json()) as AuditResponse
      const [first] = answer.items
      const read = { action: 'rows.read_out', target: '/api/rfid/logs', detail: { to, rows: 8933 } }
      const items = first ? [{ ...first, ...read }, ...answer.items.slice(1)] : []
      await route.fulfill({ json: { items, total: 3 } })
    })
    await logIn(page, LOG)
    await page.getByText(/Íntegro: .+ entonces; 2 posteriores, aún sin revisar$/).waitFor()
    const row = rows().filter({ hasText: 'Leyó muchas filas' })
    await row.getByRole('cell', { name: 'Lecturas', exact: true }).waitFor()
    await row.getByText(/^hasta \d\d\/\d\d\/\d{4} \d\d:\d\d · Filas: 8933$/).waitFor()
    // Of a part of the log nobody can say it.
    await page.getByLabel('Sobre qué').fill('x')
    await page.getByLabel('Sobre qué').press('Enter')
    await page.getByText(/Íntegro: .+ entonces$/).waitFor()
  })

  itOnce('is for superadmins alone', async () => {
    await logIn(page, LOG, eva)
    await page.getByRole('tab', { name: 'Vehículos', selected: true }).waitFor()
    expect(await page.getByRole('table', { name: 'Registro' }).count()).toBe(0)
  })
})
