import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { AgentsRig, NORTE, SUR } from '../rig/agents-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, focused } from '../rig/watched-page.ts'

const ENROL = 'Enrolamiento rápido'

const rig = eachOnItsPage(
  new AgentsRig(async (site) => {
    const client = await site.startHub()
    await client.post('/api/agents', NORTE)
    await client.post('/api/agents', SUR)
    return client
  }),
)
let page: Page
beforeEach(() => void (page = rig.page))

it('begins with its table, above which the ways to make an agent are folded', async () => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await rig.openTab()
  const part = rig.part(ENROL)
  const fold = rig.button(ENROL, part)
  expect(await fold.getAttribute('aria-expanded')).toBe('false')
  expect((await page.getByRole('table').boundingBox())?.y).toBeLessThan(330)
  await fold.focus()
  await page.keyboard.press('Enter')
  await part.getByLabel('Código', { exact: true }).fill('puerta-1')
  await fold.click()
  await part.getByLabel('Código', { exact: true }).waitFor({ state: 'hidden' })
  await fold.click()
  expect(await part.getByLabel('Código', { exact: true }).inputValue()).toBe('puerta-1')
})

it('breaks no code and no day, and says a longer code in its title', async () => {
  const short = 'patio-norte-entrada-0001'
  const long = 'patio-norte-entrada-de-vehiculos-pesados-0002'
  for (const code of [short, long]) await rig.client.post('/api/agents', { code, name: code })
  await page.setViewportSize({ width: 1280, height: 768 })
  await rig.openTab()
  const cell = (code: string) => page.getByRole('cell', { name: code, exact: true }).first()
  await cell(long).waitFor()
  const shapeOf = (code: string) =>
    cell(code).evaluate((td) => ({
      isCut: td.scrollWidth > td.clientWidth,
      lines: new Set([...(td.firstElementChild?.getClientRects() ?? [])].map(({ y }) => y)).size,
      title: td.firstElementChild?.getAttribute('title'),
    }))
  expect(await shapeOf(short)).toEqual({ isCut: false, lines: 1, title: short })
  expect(await shapeOf(long)).toEqual({ isCut: true, lines: 1, title: long })
})

it('has a menu in each row, which a keyboard opens, walks and leaves', async () => {
  await rig.openTab()
  const opener = rig.button(`Acciones: ${SUR.name}`)
  await opener.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: `Acciones: ${SUR.name}` })
  await menu.waitFor()
  expect(await opener.getAttribute('aria-expanded')).toBe('true')
  await until('the first', async () => (await focused(page)) === 'Editar')
  expect(await faultsInAllLooks(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await until('the next', async () => (await focused(page)) === 'Ubicar')
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await until('the focus', async () => (await focused(page)) === `Acciones: ${SUR.name}`)
  // A second press closes it, and the button of another row takes it there.
  await opener.click()
  await menu.waitFor()
  await opener.click()
  await menu.waitFor({ state: 'detached' })
  await rig.button(`Acciones: ${NORTE.name}`).click()
  await page.getByRole('menu', { name: `Acciones: ${NORTE.name}` }).waitFor()
  await opener.click()
  await menu.waitFor()
  expect(await page.getByRole('menu').count()).toBe(1)
})
