import type { Page, Route } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import {
  faultsInAllLooks,
  focused,
  logIn,
  openWatchedPage,
  stored,
  waitForPrefilled,
} from '../rig/watched-page.ts'

const CHANGE = '**/api/auth/change-password'
const ana = { email: 'ana@ejemplo.co', name: 'Ana Ruiz', password: 'first one', role: 'operator' }
const wall = { ...ana, email: 'muro@ejemplo.co', name: 'Muro', kiosk: true }

const rig = new PageRig(async (site) => {
  const client = await site.startHub()
  await client.post('/api/users', ana)
  await client.post('/api/users', wall)
  return client
})
eachOnItsPage(rig)
let page: Page
beforeEach(() => void (page = rig.page))

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const field = (label: string) => page.getByLabel(label, { exact: true })

/** A dialog gives the focus back a moment after it is gone. */
const focusOn = (name: string) =>
  until(`the focus on ${name}`, async () => (await focused(page)) === name)

async function openChange(): Promise<void> {
  await button('Cuenta').click()
  await button('Cambiar contraseña').click()
  await page.getByRole('dialog', { name: 'Cambiar contraseña' }).waitFor()
}

async function change(current: string, next: string, repeated = next): Promise<void> {
  await field('Contraseña actual').fill(current)
  await field('Nueva contraseña').fill(next)
  await field('Repite la nueva contraseña').fill(repeated)
  await button('Cambiar').click()
}

describe('the account', () => {
  it('is a menu without faults that Esc closes', async () => {
    await logIn(page, '/map')
    await button('Cuenta').click()
    await page.getByText('Superadministrador').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.keyboard.press('Escape')
    await button('Cambiar contraseña').waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe('Cuenta')
  })

  it('is reached through the menu of a small screen', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await logIn(page, '/map')
    await button('Menú').click()
    await button('Cuenta').click()
    expect(await faultsInAllLooks(page)).toEqual([])
    await button('Notificaciones').click()
    await page.getByRole('dialog', { name: 'Notificaciones' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await focusOn('Menú')
  })

  it('of a wall screen cannot change its password', async () => {
    await logIn(page, '/map', wall)
    await button('Cuenta').click()
    await page.getByText('Pantalla de solo consulta').waitFor()
    await button('Notificaciones').waitFor()
    expect(await button('Cambiar contraseña').count()).toBe(0)
  })
})

describe('changing the password', () => {
  it('asks for all fields and repeats what the hub refuses, without faults', async () => {
    await logIn(page, '/map', ana)
    await openChange()
    expect(await focused(page)).toBe('currentPassword')
    await change('', '12345', 'otra')
    await page.getByText('Escribe tu contraseña actual').waitFor()
    await page.getByText('Las contraseñas no coinciden').waitFor()
    expect(await focused(page)).toBe('currentPassword')
    expect(await faultsInAllLooks(page)).toEqual([])
    await change('not it', 'blue tractor')
    await page.getByText(/La contraseña actual no es correcta/).waitFor()
    await change('first one', 'password')
    await page.getByText(/Es una contraseña muy común/).waitFor()
    expect(await focused(page)).toBe('newPassword')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await focusOn('Cuenta')
  })

  it.each<[string, (route: Route) => Promise<void>]>([
    ['No se pudo cambiar la contraseña', (route) => route.abort()],
    ['No se pudo cambiar la contraseña', (route) => route.fulfill({ status: 500, body: '{}' })],
    [
      'Tu usuario no tiene permiso para esta acción',
      (route) =>
        route.fulfill({
          status: 403,
          json: { error: 'forbidden', message: 'Tu usuario no tiene permiso para esta acción' },
        }),
    ],
    [
      'Demasiados intentos; espera 9 s e intenta de nuevo',
      (route) =>
        route.fulfill({
          status: 429,
          json: {
            error: 'rate_limited',
            message: 'Demasiados intentos; espera 9 s e intenta de nuevo',
          },
        }),
    ],
  ])('says «%s»', async (text, answer) => {
    await page.route(CHANGE, answer)
    await logIn(page, '/map', ana)
    await openChange()
    await change('first one', 'blue tractor')
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor()
  })

  it('ends the other sessions, keeps this one, and is in the history', async () => {
    const other = await openWatchedPage(rig.browser, rig.client.url)
    await logIn(other.page, '/live-rfid', ana)
    await other.page.getByText('En vivo').waitFor()
    await logIn(page, '/live-rfid', ana)
    await page.getByText('En vivo').waitFor()
    const before = await stored(page, 'token')
    await openChange()
    await change('first one', 'blue tractor')
    const done = 'Contraseña cambiada. Tus otras sesiones se cerraron.'
    await page.getByRole('status').filter({ hasText: done }).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await other.page.waitForURL('**/login?next=%2Flive-rfid')
    await other.page.getByText('Sesión vencida').waitFor()
    await other.context.close()
    expect(other.troubles).toEqual([])
    expect(await stored(page, 'token')).not.toBe(before)
    // The socket has come back with the new token.
    await page.getByText('En vivo').waitFor()
    await button('Cuenta').click()
    await button('Notificaciones').click()
    const dialog = page.getByRole('dialog', { name: 'Notificaciones' })
    await dialog.getByText(done).waitFor()
    await dialog.getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/).waitFor()
    await dialog.getByLabel('Ninguna').check()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.reload()
    await button('Cuenta').click()
    await button('Notificaciones').click()
    await dialog.getByText('No hay notificaciones.').waitFor()
    expect(await dialog.getByLabel('Ninguna').isChecked()).toBe(true)
  })
})

describe('a session', () => {
  it('that ends in one tab ends in the others, and begins in them too', async () => {
    await logIn(page, '/map')
    const second = await rig.context.newPage()
    await second.goto('/admin')
    await button('Salir', second).click()
    await second.waitForURL('**/login')
    await page.waitForURL('**/login')
    expect(await page.getByText('Sesión vencida').count()).toBe(0)
    await logIn(second, '/map')
    await page.waitForURL('**/dashboard')
  })

  it('that is over leads to the login page once, and back to where it was', async () => {
    await logIn(page, '/map?view=status')
    await page.evaluate(() => {
      for (const name of ['token', 'authToken']) localStorage.setItem(name, 'over')
    })
    await page.goto('/live-rfid?x=1')
    await page.waitForURL('**/login?next=%2Flive-rfid')
    await page.getByText('Sesión vencida').waitFor()
    expect(await stored(page, 'user')).toBeNull()
    await waitForPrefilled(page)
    await button('Entrar').click()
    await page.waitForURL('**/live-rfid?x=1')
    await page.getByText('En vivo').waitFor()
    await page.goBack()
    expect(new URL(page.url()).pathname).not.toBe('/login')
  })
})

describe('without the hub', () => {
  it('the page says so without faults, and goes on when it is back', async () => {
    // Else the screen that is asked for without a hub comes from the cache.
    await rig.openPage({ isNew: true })
    page = rig.page
    await logIn(page, '/map')
    const pill = page.getByLabel('Conexión con el hub')
    await pill.filter({ hasText: /Conectado|Sin lectores/ }).waitFor()
    await rig.context.setOffline(true)
    await rig.site.hub.child.stop('SIGKILL')
    await pill.filter({ hasText: 'Desconectado' }).waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'Reconectar' }).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.getByRole('navigation').getByText('RFID Tiempo Real').click()
    await page.getByRole('heading', { name: 'Sin conexión con el hub' }).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.getByRole('alert').getByRole('button', { name: 'Reintentar' }).click()
    await rig.site.startHub()
    await rig.context.setOffline(false)
    await page.getByText('En vivo').waitFor()
  })
})
