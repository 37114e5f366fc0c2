import { Wall, WallsResponse } from '@vehicle-control/protocol'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { leftBehind } from '../rig/left-behind.ts'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import {
  faultsInAllLooks,
  logIn,
  openPrefilled,
  openWatchedPage,
  stored,
  type WatchedPage,
} from '../rig/watched-page.ts'

const LIST = '/admin?tab=agentes&pantallas=1'
const rig = eachOnItsPage(new PageRig())

let page: Page
let wall: Page
let opened: WatchedPage
beforeEach(async () => {
  page = rig.page
  opened = await openWatchedPage(rig.browser, rig.client.url)
  wall = opened.page
})
afterEach(async () => {
  for (const { id } of await walls()) await remove(`/api/walls/${id}`)
  expect(opened.troubles).toEqual([])
  await opened.context.close()
})

const walls = async () => WallsResponse.parse(await rig.client.get('/api/walls')).items
async function remove(path: string): Promise<void> {
  const headers = { authorization: `Bearer ${rig.client.token}` }
  const answer = await fetch(new URL(path, rig.client.url), { method: 'DELETE', headers })
  expect(answer.status).toBe(200)
}
const make = async (name: string) => {
  const body = { name, screens: ['dashboard', 'map'], every_s: 30 }
  return Wall.parse(await rig.client.post('/api/walls', body))
}
const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const field = (label: string) => page.getByLabel(label, { exact: true })

/** The code that the wall shows, once it shows one other than `before`. */
async function shownCode(before = '', on = wall): Promise<string> {
  const place = on.locator('[data-code]')
  await until('a code on the wall', async () => {
    const text = (await place.textContent({ timeout: 5000 })) ?? ''
    return /^\w{4}-\w{4}$/.test(text) && text !== before
  })
  return (await place.textContent()) ?? ''
}

const leave = (on = wall) =>
  on.getByRole('button', { name: 'Salir del modo kiosco', includeHidden: true })
const inKioskMode = (on = wall) => leave(on).waitFor({ state: 'attached' })

/** Makes the wall of this test a screen that the hub knows. */
async function pairNew(name: string): Promise<Wall> {
  const made = await make(name)
  await wall.goto('/pantalla')
  await rig.client.post(`/api/walls/${made.id}/pairing`, { code: await shownCode() })
  await wall.waitForURL('**/dashboard?kiosk=1**')
  await inKioskMode()
  return made
}

it('a wall shows a code, an admin pairs it, and it shows its screens in turn until it is removed', async () => {
  await wall.clock.install()
  await wall.goto('/pantalla')
  const code = await shownCode()
  await logIn(page, '/admin?tab=agentes')
  await page.getByRole('link', { name: 'Pantallas', exact: true }).click()
  await page.getByText('No hay pantallas de pared.').waitFor()
  await field('Código').fill(code.toLowerCase())
  await field('Nombre').fill('Portería')
  await button('Emparejar con código').click()
  expect(await field('Nombre').inputValue()).toBe('Portería')
  await button('Emparejar').click()
  await page
    .getByText('Emparejada: Portería (Chrome · Linux · 127.0.0.1). En unos segundos entra sola.')
    .waitFor()

  await wall.clock.fastForward(3000)
  await wall.waitForURL('**/dashboard?kiosk=1&rotate=dashboard,live-rfid&every=60')
  await inKioskMode()
  // Nobody is there: its bar covers nothing until somebody comes.
  expect(await leave().isVisible()).toBe(false)
  await wall.mouse.move(300, 300)
  await leave().waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Portería' })
  await row.getByText('Conectada').waitFor()
  await row.getByText('Dashboard → RFID Tiempo Real · 60 s cada una').waitFor()
  await wall.clock.fastForward(60_000)
  await wall.waitForURL('**/live-rfid?kiosk=1**')

  await button('Editar Portería').click()
  await field('Dashboard').uncheck()
  await field('RFID Tiempo Real').uncheck()
  await field('Mapa').check()
  await button('Guardar').click()
  await page.getByText('Pantalla guardada: Portería').waitFor()
  await wall.clock.fastForward(60_000)
  await wall.waitForURL('**/map?kiosk=1')

  await button('Quitar Portería').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sí, eliminar' }).click()
  await wall.waitForURL('**/pantalla')
  await shownCode(code)
  await page.getByText('Quitada: Portería').waitFor()
  expect(await walls()).toEqual([])
})

it('keeps nothing of its session but that it is a wall, and asks for a code at its next start too', async () => {
  const { id } = await pairNew('Patio')
  await wall.goto('/dashboard?kiosk=1&plate=SEMBRADA1')
  await inKioskMode()
  await remove(`/api/walls/${id}/pairing`)
  await wall.waitForURL('**/pantalla')
  await shownCode()
  expect(await leftBehind(wall, ['SEMBRADA1', 'Patio'])).toEqual([])
  const kept = await wall.evaluate(() => Object.entries(localStorage))
  const names = kept.map(([key]) => key)
  expect(names).toContain('wall_browser')
  for (const gone of ['token', 'authToken', 'user']) expect(names).not.toContain(gone)
  await wall.goto('/dashboard?kiosk=1')
  await wall.waitForURL('**/pantalla')
  await wall.getByRole('link', { name: 'Entrar con una cuenta' }).click()
  await wall.getByRole('link', { name: /pantalla de pared/ }).click()
  await shownCode()
  await wall.getByRole('link', { name: 'Entrar con una cuenta' }).click()
  await wall.waitForURL('**/login?pantalla=1')
  await logIn(wall, '/map')
  expect(await stored(wall, 'wall_browser')).toBeNull()
})

it('leads each of its windows back to the code', async () => {
  const { id } = await pairNew('Patio')
  const other = await opened.context.newPage()
  await other.goto('/map?kiosk=1')
  await inKioskMode(other)
  await remove(`/api/walls/${id}/pairing`)
  await wall.waitForURL('**/pantalla')
  await other.waitForURL('**/pantalla')
})

it('goes on where it was after a restart of its browser at the page of its code', async () => {
  await pairNew('Patio')
  await wall.goto('/pantalla')
  await wall.waitForURL('**/dashboard?kiosk=1&rotate=dashboard,map&every=30')
})

it('refuses a wrong code beside its field, and makes no second screen of the next try', async () => {
  await wall.goto('/pantalla')
  const code = await shownCode()
  await logIn(page, LIST)
  await button('Emparejar').click()
  await page.getByText('Escribe el código que muestra la pantalla').waitFor()
  await field('Código').fill('CDFG-HJKM')
  await button('Emparejar').click()
  await page.getByText('El nombre es obligatorio').waitFor()
  await field('Nombre').fill('Taller')
  await button('Emparejar').click()
  await page.getByText('El código no es válido, ya se usó o venció').waitFor()
  await field('Código').fill(code)
  await button('Emparejar').click()
  await page.getByText('Emparejada: Taller').waitFor()
  expect(await walls()).toMatchObject([{ name: 'Taller', paired: true }])
  await wall.waitForURL('**/dashboard?kiosk=1**')
})

it('asks before another browser becomes a screen, which then leaves the first', async () => {
  await pairNew('Patio')
  const second = await openWatchedPage(rig.browser, rig.client.url)
  await second.page.goto('/pantalla')
  const code = await shownCode('', second.page)
  // As the QR leads there, for somebody who has yet to log in.
  await openPrefilled(page, `/admin?tab=agentes&pantallas=1&codigo=${code}`)
  await button('Entrar').click()
  await page.waitForURL(`**${LIST}`)
  expect(await field('Código').inputValue()).toBe(code)
  await field('Qué pantalla es').selectOption({ label: 'Patio (ya emparejada)' })
  await button('Emparejar').click()
  const asked = page.getByRole('dialog')
  await asked.getByText('lo muestra Chrome · Linux, desde 127.0.0.1').waitFor()
  await asked.getByRole('button', { name: 'Aceptar' }).click()
  await asked
    .filter({ hasText: '¿Cambiar el navegador' })
    .getByRole('button', { name: 'Aceptar' })
    .click()
  await second.page.waitForURL('**/dashboard?kiosk=1**')
  await wall.waitForURL('**/pantalla')
  expect(second.troubles).toEqual([])
  await second.context.close()
})

it('ends nobody’s session unasked', async () => {
  await logIn(wall, '/map')
  await wall.goto('/pantalla')
  await wall.getByText('En este navegador hay una sesión abierta').waitFor()
  await wall.getByRole('link', { name: 'Volver al dashboard' }).click()
  await wall.waitForURL('**/dashboard')
  await wall.goto('/pantalla')
  await button('Cerrar esa sesión y emparejar', wall).click()
  await shownCode()
})

it('the login page of a wall leads to its code, and any other unknown path still home', async () => {
  await openPrefilled(wall, '/live-rfid?kiosk=1')
  await wall.getByRole('link', { name: /pantalla de pared/ }).click()
  await shownCode()
  await openPrefilled(wall, '/pantallas')
  expect(new URL(wall.url()).pathname).toBe('/login')
  expect(await wall.getByRole('link', { name: /pantalla de pared/ }).count()).toBe(0)
})

it('says that the hub is away, and has a code once it is back', async () => {
  await wall.route('**/api/wall-pairings', (route) => route.abort())
  await wall.goto('/pantalla')
  await wall.getByText('Sin conexión con el hub: se reintenta sola.').waitFor()
  await wall.unroute('**/api/wall-pairings')
  await shownCode()
})

it('no operator sees the screens', async () => {
  const eva = { email: 'eva@ejemplo.co', name: 'Eva', password: 'first one', role: 'operator' }
  await rig.client.post('/api/users', eva)
  await logIn(page, LIST, eva)
  await page.getByRole('table').first().waitFor()
  expect(await page.getByText('Pantallas de pared').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Pantallas', exact: true }).count()).toBe(0)
})

it('has no faults, at a wall and in the administration', async () => {
  await wall.goto('/pantalla')
  await shownCode()
  await wall.getByRole('figure').waitFor()
  expect(await faultsInAllLooks(wall)).toEqual([])
  await logIn(page, LIST)
  await page.getByText('No hay pantallas de pared.').waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
  await make('Portería de la bodega norte con un nombre muy largo')
  await make('Patio')
  await button('Dirección de Patio').click()
  await page.getByRole('figure').waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
})

it('works by keyboard: a row’s form takes the focus and gives it back', async () => {
  await make('Patio')
  await logIn(page, LIST)
  await button('Editar Patio').focus()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.matches('input'))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Patio sur')
  await page.keyboard.press('Enter')
  await page.getByText('Pantalla guardada: Patio sur').waitFor()
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('aria-label') === 'Editar Patio sur',
  )
})
