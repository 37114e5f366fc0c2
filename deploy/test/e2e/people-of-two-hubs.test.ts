import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Mosquitto, startMosquitto } from '@vehicle-control/hub/testing/mosquitto'
import {
  createDatabase,
  type PostgresServer,
  startPostgres,
} from '@vehicle-control/hub/testing/postgres-server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../local/child.ts'
import { HubClient, type HubProcess, startHubProcess } from '../../local/hub-process.ts'
import { sharedBrowser } from '../rig/browser.ts'
import { until } from '../rig/site.ts'
import { logIn, openWatchedPage, type WatchedPage } from '../rig/watched-page.ts'

// What superadmins do in a page of one hub is seen in the pages of another, on Postgres.

const PASSWORD = 'blue tractor'
const eva = { email: 'eva@ejemplo.co', name: 'Eva Paz', role: 'operator', password: PASSWORD }
const rosa = { email: 'rosa@ejemplo.co', name: 'Rosa Gil', role: 'superadmin', password: PASSWORD }
const folder = mkdtempSync(join(tmpdir(), 'people-of-two-hubs-'))
let postgres: PostgresServer
let broker: Mosquitto
let environment: NodeJS.ProcessEnv
let hubs: HubProcess[] = []
let pages: WatchedPage[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  broker = await startMosquitto()
  environment = {
    HUB_HOST: '127.0.0.1',
    HUB_PORT: '0',
    HUB_DEMO: 'account',
    DATABASE_URL: await createDatabase(postgres.url),
    HUB_BUS_URL: broker.url,
    HUB_AUDIT_KEY: 'the key that both hubs are given, of 32 or more',
  }
  const start = (name: string) =>
    startHubProcess({ ...environment, HUB_DATA_DIR: join(folder, name) })
  hubs = [await start('a'), await start('b')]
  const client = new HubClient(url(0))
  const login = await client.demoLogin()
  await client.login(login?.email ?? '', login?.password ?? '')
  const proof = { currentPassword: login?.password }
  await client.post('/api/users', eva)
  await client.post('/api/users', { ...rosa, proof })
})

afterAll(async () => {
  for (const { context, troubles } of pages) {
    await context.close()
    expect(troubles).toEqual([])
  }
  for (const { child } of hubs) await child.stop('SIGKILL')
  await broker.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

const url = (hub: 0 | 1) => hubs[hub]?.url ?? ''

/** A browser of its own at a hub, logged in. */
async function openAt(hub: 0 | 1, path: string, somebody?: typeof eva): Promise<Page> {
  const watched = await openWatchedPage(await sharedBrowser(), url(hub))
  pages = [...pages, watched]
  await logIn(watched.page, path, somebody)
  return watched.page
}

const commandLine = (act: 'enable' | 'disable') =>
  promisify(execFile)(
    process.execPath,
    [join(root, 'hub/dist/main.js'), 'users', act, '--email', eva.email],
    { env: { ...process.env, ...environment, HUB_DATA_DIR: join(folder, 'a') } },
  )

const row = (page: Page, email: string) =>
  page.getByRole('table', { name: 'Usuarios' }).getByRole('row').filter({ hasText: email })

it('deactivates somebody whose page is at the other hub, which ends at once', async () => {
  const [own, other] = [await openAt(0, '/admin?tab=usuarios'), await openAt(1, '/map', eva)]
  await own.getByRole('button', { name: `Desactivar ${eva.email}` }).click()
  await own.getByRole('button', { name: 'Aceptar', exact: true }).click()
  await other.waitForURL('**/login?next=%2Fmap')
  await row(own, eva.email).getByText('Inactivo').waitFor()
})

it('invites at one hub whom the other lets in', async () => {
  const own = await openAt(0, '/admin?tab=usuarios')
  await own.getByRole('button', { name: 'Invitar', exact: true }).click()
  await own.getByRole('dialog').getByLabel('Correo', { exact: true }).fill('luz@ejemplo.co')
  await own.getByRole('dialog').getByLabel('Nombre', { exact: true }).fill('Luz Mar')
  await own.getByRole('button', { name: 'Enviar invitación' }).click()
  const link = new URL((await own.getByRole('dialog').locator('code').textContent()) ?? '')
  const watched = await openWatchedPage(await sharedBrowser(), url(1))
  pages = [...pages, watched]
  const { page } = watched
  await page.goto(new URL(`${link.pathname}${link.hash}`, url(1)).href)
  await page.getByLabel('Elige tu contraseña', { exact: true }).fill('verde montaña 71')
  await page.getByLabel('Repite la contraseña', { exact: true }).fill('verde montaña 71')
  await page.getByRole('button', { name: 'Aceptar y entrar' }).click()
  await page.waitForURL('**/dashboard')
  await own.getByRole('dialog').getByRole('button', { name: 'Listo' }).click()
  await row(own, 'luz@ejemplo.co').getByText('Activo').waitFor()
})

it('shows what the command line changes, without being touched', async () => {
  const page = await openAt(1, '/admin?tab=usuarios')
  await row(page, eva.email).getByText('Inactivo').waitFor()
  await commandLine('enable')
  await row(page, eva.email).getByText('Activo').waitFor()
})

it('shows who edits an account what the other hub, or the command line, has set meanwhile', async () => {
  const name = (page: Page) => page.getByRole('dialog').getByLabel('Nombre', { exact: true })
  const save = (page: Page) => page.getByRole('button', { name: 'Guardar', exact: true }).click()
  const [own, other] = [
    await openAt(0, '/admin?tab=usuarios'),
    await openAt(1, '/admin?tab=usuarios', rosa),
  ]
  for (const page of [own, other]) {
    await page.getByRole('button', { name: `Editar ${eva.email}` }).click()
    await name(page).fill(page === own ? 'Eva Sol' : 'Eva Mar')
  }
  await save(own)
  await own.getByText('Guardado: Eva Sol').waitFor()
  await save(other)
  await other.getByText('Nombre: «Eva Paz» → «Eva Sol»').waitFor()
  await commandLine('disable')
  await other.getByRole('button', { name: 'Guardar lo mío' }).click()
  await other.getByText('Estado: «Activo» → «Inactivo»').waitFor()
  expect(await name(other).inputValue()).toBe('Eva Mar')
  await other.getByRole('button', { name: 'Guardar lo mío' }).click()
  await row(own, eva.email).getByText('Eva Mar').waitFor()
  await row(own, eva.email).getByText('Inactivo').waitFor()
})

it('sets the name of the site for both, and tells who set something meanwhile', async () => {
  const field = (page: Page) => page.getByRole('textbox', { name: 'Nombre del sitio' })
  const save = (page: Page) => page.getByRole('button', { name: 'Guardar', exact: true }).click()
  const [own, other] = [
    await openAt(0, '/admin?tab=config'),
    await openAt(1, '/admin?tab=config', rosa),
  ]
  await field(other).fill('Patio Sur')
  await field(own).fill('Patio Norte')
  await save(own)
  await own.getByText('Ajustes guardados').waitFor()
  await until('the other hub to know', async () => {
    const answer = await fetch(new URL('/api/public-config', url(1)))
    return ((await answer.json()) as { siteName: string }).siteName === 'Patio Norte'
  })
  await save(other)
  await other.getByText('Otra persona cambió los ajustes mientras los editabas').waitFor()
  expect(await field(other).inputValue()).toBe('Patio Sur')
})
