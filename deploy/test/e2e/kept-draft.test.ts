import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { leftBehind } from '../rig/left-behind.ts'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { faultsInAllLooks, logIn, stored, waitForPrefilled } from '../rig/watched-page.ts'

const ana = { email: 'ana@ejemplo.co', name: 'Ana Ruiz', password: 'first one', role: 'admin' }
const eva = { email: 'eva@ejemplo.co', name: 'Eva Paz', password: 'other one', role: 'admin' }
const guard = { email: 'luz@ejemplo.co', name: 'Luz Mora', password: 'third one', role: 'operator' }
const TOLD = 'Recuperamos lo que estabas escribiendo'
const TYPED = 'SEMBRADO'

const rig = eachOnItsPage(
  new LiveRig(async (site) => {
    const client = await site.startHub()
    for (const person of [ana, eva, guard]) await client.post('/api/users', person)
    await client.post('/api/vehicles', { plate: 'ABC123', model: 'Hino', rfid_tag: 'TEST-1' })
    return client
  }),
  { isNew: true },
)
let page: Page
beforeEach(async () => {
  page = rig.page
  await page.goto('/login')
  await page.evaluate(() => localStorage.clear())
})

/** The hub ends the session of the page, which hears of it by itself. */
async function endSession(): Promise<void> {
  const token = (await stored(page, 'token')) ?? ''
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${rig.client.url}/api/auth/logout`, { method: 'POST', headers })
  await waitForPrefilled(page)
}

/** Logs in on the page as it stands: nothing is loaded again. */
async function comeBack(somebody: typeof ana): Promise<void> {
  await page.getByLabel('Email').fill(somebody.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(somebody.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  // The sheet of a phone may be over it.
  await page.locator('h1').waitFor({ state: 'attached' })
  await page.waitForURL((url) => url.pathname !== '/login')
}

const field = (name: string) => page.getByLabel(name, { exact: true })

it('a new vehicle that was half typed is there again, for the same person', async () => {
  await logIn(page, '/admin', ana)
  await field('Modelo').fill(TYPED)
  await field('Placa').last().fill('XYZ987')
  await endSession()
  expect(await leftBehind(page, [TYPED, 'XYZ987'])).toEqual([])
  expect(page.url()).not.toContain('XYZ987')
  await comeBack(ana)
  await page.getByText(TOLD).waitFor()
  expect(await field('Modelo').inputValue()).toBe(TYPED)
  expect(await field('Placa').last().inputValue()).toBe('XYZ987')
  const hasFocus = () => document.activeElement?.closest('form') !== null
  expect(await page.evaluate(hasFocus)).toBe(true)
  expect(await faultsInAllLooks(page)).toEqual([])
  // Once only: what was put back is no longer kept.
  await page.reload()
  await field('Modelo').waitFor()
  expect(await page.getByText(TOLD).count()).toBe(0)
  expect(await field('Modelo').inputValue()).toBe('')
})

it('a vehicle that was being edited opens with its change, over what is stored by then', async () => {
  await logIn(page, '/admin', ana)
  await page.getByRole('button', { name: 'Editar ABC123' }).click()
  await page.getByRole('heading', { name: 'Editar registro' }).waitFor()
  await field('Modelo').fill(TYPED)
  await endSession()
  await comeBack(ana)
  await page.getByRole('heading', { name: 'Editar registro' }).waitFor()
  await page.getByText(TOLD).waitFor()
  expect(await field('Modelo').inputValue()).toBe(TYPED)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('cell', { name: TYPED }).waitFor()
})

it('another person finds nothing of it, nor does the first one afterwards', async () => {
  await logIn(page, '/admin', ana)
  await field('Modelo').fill(TYPED)
  await endSession()
  await comeBack(eva)
  await page.getByRole('link', { name: 'Administración' }).first().click()
  await field('Modelo').waitFor()
  expect(await field('Modelo').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Salir' }).click()
  await waitForPrefilled(page)
  await comeBack(ana)
  await page.getByRole('link', { name: 'Administración' }).first().click()
  await field('Modelo').waitFor()
  expect(await field('Modelo').inputValue()).toBe('')
})

it('nothing is kept of who pressed «Salir», and it is where another tab ended the session', async () => {
  await logIn(page, '/admin', ana)
  await field('Modelo').fill(TYPED)
  await page.getByRole('button', { name: 'Salir' }).click()
  await waitForPrefilled(page)
  await comeBack(ana)
  await page.getByRole('link', { name: 'Administración' }).first().click()
  await field('Modelo').waitFor()
  expect(await field('Modelo').inputValue()).toBe('')

  await field('Modelo').fill(TYPED)
  const other = await rig.context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Salir' }).click()
  await waitForPrefilled(other)
  await other.close()
  await waitForPrefilled(page)
  await comeBack(ana)
  await page.getByText(TOLD).waitFor()
  expect(await field('Modelo').inputValue()).toBe(TYPED)
})

it.each([
  ['an asset', '/admin?tab=activos', 'Nombre'],
  ['an agent', '/admin?tab=agentes&nuevo=1', 'Nombre'],
])('%s that was half typed is there again', async (_what, path, label) => {
  await logIn(page, '/admin', ana)
  await page.goto(path)
  const input = page.locator('form').getByLabel(label, { exact: true }).last()
  await input.fill(TYPED)
  await endSession()
  await comeBack(ana)
  await page.getByText(TOLD).waitFor()
  expect(await input.inputValue()).toBe(TYPED)
})

it.each([
  ['/admin', 'Modelo'],
  ['/admin?tab=activos', 'Nombre'],
])('the sheet of a phone at %s opens with what was typed in it', async (path, label) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, '/admin', ana)
  await page.goto(path)
  await page.getByRole('button', { name: 'Nuevo', exact: true }).click()
  await field(label).fill(TYPED)
  await endSession()
  await comeBack(ana)
  await page.getByText(TOLD).waitFor()
  expect(await field(label).inputValue()).toBe(TYPED)
  await page.waitForFunction(
    () => document.activeElement?.closest('form')?.checkVisibility() === true,
  )
})

it('an agent that was being edited is there again, in its dialog', async () => {
  await logIn(page, '/admin', ana)
  await page.goto('/admin?tab=agentes')
  await page
    .getByRole('button', { name: /^Acciones: / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Editar/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre', { exact: true }).fill(TYPED)
  await endSession()
  await comeBack(ana)
  await dialog.getByText(TOLD).waitFor()
  expect(await dialog.getByLabel('Nombre', { exact: true }).inputValue()).toBe(TYPED)
})

it('the note of a report is there again, in the sheet of its tag', async () => {
  await logIn(page, '/live-rfid', guard)
  await rig.agent.read('E2000017C0FFEE09')
  await page.locator('tbody tr[tabindex="0"]').waitFor()
  await rig.rows('E2000017C0FFEE09').first().click()
  const sheet = page.getByRole('dialog', { name: /lectura/i })
  await sheet.getByRole('button', { name: 'Avisar' }).click()
  await sheet.getByLabel(/^Nota/).fill(TYPED)
  await endSession()
  expect(await leftBehind(page, [TYPED, 'C0FFEE09'])).toEqual([])
  await comeBack(guard)
  await sheet.getByText(TOLD).waitFor()
  expect(await sheet.getByLabel(/^Nota/).inputValue()).toBe(TYPED)
})

it('no sheet opens by itself for a note whose tag was registered meanwhile', async () => {
  const tag = 'E2000017C0FFEE10'
  await logIn(page, '/live-rfid', guard)
  await rig.agent.read(tag)
  await page.locator('tbody tr[tabindex="0"]').waitFor()
  await rig.rows(tag).first().click()
  const sheet = page.getByRole('dialog', { name: /lectura/i })
  await sheet.getByRole('button', { name: 'Avisar' }).click()
  await sheet.getByLabel(/^Nota/).fill(TYPED)
  await endSession()
  await rig.client.post('/api/vehicles', { plate: 'NEW010', rfid_tag: tag })
  await rig.agent.read(tag)
  await comeBack(guard)
  await rig.rows(tag).filter({ hasText: 'NEW010' }).first().waitFor()
  // By then the rows have been given their actions, which are loaded later.
  await page.locator('tbody tr[tabindex="0"]').waitFor()
  await rig.agent.read('E2000017C0FFEE11')
  await rig.rows('E2000017C0FFEE11').click()
  await sheet.getByText('E2000017C0FFEE11').first().waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(await page.getByRole('dialog').count()).toBe(0)
})
