import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { enrolFactor, openFactor } from '../rig/factor-pages.ts'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { Site } from '../rig/site.ts'
import { faultsInAllLooks, logIn, waitForPrefilled } from '../rig/watched-page.ts'

const TITLE = 'Tu rol exige un segundo factor'
const ana = { email: 'ana@ejemplo.co', name: 'Ana Ruiz', password: 'blue tractor', role: 'admin' }
const eva = { ...ana, email: 'eva@ejemplo.co', name: 'Eva Paz', role: 'operator' }

const hubEnv: NodeJS.ProcessEnv = { HUB_REQUIRE_2FA: 'admin' }
const rig = eachOnItsPage(
  new PageRig(async (site) => {
    const client = await site.startHub()
    await client.post('/api/users', ana)
    await client.post('/api/users', eva)
    return client
  }, new Site(hubEnv)),
)
let page: Page
beforeEach(() => void (page = rig.page))

const title = () => page.getByRole('heading', { name: TITLE })
const looksGood = async () => expect(await faultsInAllLooks(page)).toEqual([])

it('a role that demands a second factor has one page until it is on', async () => {
  await page.goto('/login?next=%2Flive-rfid')
  await waitForPrefilled(page)
  await page.getByLabel('Email').fill(ana.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(ana.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await title().waitFor()
  await page.goto('/map')
  await title().waitFor()
  expect(await page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0)
  await enrolFactor(page, ana.password, looksGood)
  await page.getByRole('heading', { name: 'Mapa de agentes' }).waitFor()
  await page
    .getByLabel('Conexión con el hub')
    .filter({ hasText: /Conectado|Sin lectores/ })
    .waitFor()
  await openFactor(page)
  await page.getByText(/no se puede desactivar/).waitFor()
  await looksGood()
  expect(await page.getByRole('button', { name: 'Desactivar' }).count()).toBe(0)
})

it('lets people out', async () => {
  await rig.client.post('/api/users', { ...ana, email: 'sol@ejemplo.co' })
  await page.goto('/login')
  await waitForPrefilled(page)
  await page.getByLabel('Email').fill('sol@ejemplo.co')
  await page.getByLabel('Contraseña', { exact: true }).fill(ana.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await title().waitFor()
  await page.getByRole('button', { name: 'Salir' }).click()
  await page.waitForURL('**/login')
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
})

it('comes in the place of a screen that stands open, which then goes on without a flood of sockets', async () => {
  await logIn(page, '/map?view=status', eva)
  const connected = page
    .getByLabel('Conexión con el hub')
    .filter({ hasText: /Conectado|Sin lectores/ })
  await connected.waitFor()
  let sockets = 0
  page.on('websocket', () => (sockets += 1))
  await rig.site.hub.child.stop('SIGTERM')
  hubEnv['HUB_REQUIRE_2FA'] = 'admin,operator'
  await rig.site.startHub()
  await title().waitFor()
  const before = sockets
  await enrolFactor(page, eva.password)
  await connected.waitFor()
  expect(sockets).toBe(before + 1)
  expect(new URL(page.url()).search).toBe('?view=status')
})
