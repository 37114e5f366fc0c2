import { readFileSync } from 'node:fs'
import type { UsersResponse, User } from '@vehicle-control/protocol'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { enrolFactor, openFactor } from '../rig/factor-pages.ts'
import { eachOnItsPage, itOnce, PageRig } from '../rig/page-rig.ts'
import { faultsInAllLooks, logIn, openWatchedPage } from '../rig/watched-page.ts'

const TAB = '/admin?tab=usuarios'
const PASSWORD = 'blue tractor'
const account = (email: string, name: string, role: User['role']) => {
  return { email, name, role, password: PASSWORD }
}
const rosa = account('rosa@ejemplo.co', 'Rosa Gil', 'admin')
const eva = account('eva@ejemplo.co', 'Eva Paz', 'operator')

const rig = eachOnItsPage(
  new PageRig(async (site) => {
    const client = await site.startHub()
    for (const one of [rosa, eva]) await client.post('/api/users', one)
    await client.post('/api/walls', {
      name: 'Portería',
      screens: ['dashboard', 'map'],
      every_s: 30,
    })
    return client
  }),
)
let page: Page
beforeEach(() => void (page = rig.page))

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const field = (label: string) => dialog().getByLabel(label, { exact: true })
const hasFocus = (label: string) => field(label).and(page.locator(':focus')).waitFor()
const row = (text: string) =>
  page.getByRole('table', { name: 'Usuarios' }).getByRole('row').filter({ hasText: text })
const says = (text: string | RegExp) => page.getByText(text, { exact: true }).waitFor()
const looksGood = async () => expect(await faultsInAllLooks(page)).toEqual([])
const own = async () => {
  const login = await rig.client.demoLogin()
  if (!login) throw new Error('the hub has no demo account')
  return login
}

async function open(query = ''): Promise<void> {
  await logIn(page, TAB + query)
  await says(/^\d+ usuarios?$/)
}

async function stored(email: string): Promise<User | undefined> {
  const { items } = (await rig.client.get('/api/users?pageSize=100')) as UsersResponse
  return items.find((user) => user.email === email)
}

/** Fills the form of an invite and sends it. */
async function invite(email: string, name: string, role = 'Operador'): Promise<void> {
  await button('Invitar').click()
  await field('Correo').fill(email)
  await field('Nombre').fill(name)
  await dialog().getByRole('combobox', { name: 'Rol' }).selectOption({ label: role })
}
const send = () => dialog().getByRole('button', { name: 'Enviar invitación' }).click()
/** Reads the link that is shown once, and puts it away. */
async function takeLink(): Promise<string> {
  await dialog()
    .getByRole('figure', { name: /^QR de la invitación/ })
    .waitFor()
  const link = await dialog().locator('code').textContent()
  await dialog().getByRole('button', { name: 'Listo' }).click()
  return link ?? ''
}

/** Somebody in another browser, logged in on the map. */
async function openElsewhere(somebody: typeof eva) {
  const other = await openWatchedPage(rig.browser, rig.client.url)
  await logIn(other.page, '/map', somebody)
  const close = async () => {
    await other.context.close()
    expect(other.troubles).toEqual([])
  }
  return {
    close,
    /** It is led to the login page without being touched. */
    async hasEnded() {
      await other.page.waitForURL('**/login?next=%2Fmap')
      await close()
    },
  }
}

/** Opens the link of an invite in another browser. */
async function follow<T>(link: string, run: (guest: Page) => Promise<T>): Promise<T> {
  const other = await openWatchedPage(rig.browser, rig.client.url)
  try {
    await other.page.goto(link)
    return await run(other.page)
  } finally {
    await other.context.close()
    expect(other.troubles).toEqual([])
  }
}
async function choosePassword(guest: Page): Promise<void> {
  await guest.getByLabel('Elige tu contraseña').fill(PASSWORD)
  await guest.getByLabel('Repite la contraseña').fill(PASSWORD)
  await button('Aceptar y entrar', guest).click()
}
const isRefused = (guest: Page) =>
  guest.getByText('La invitación no sirve: ya se usó, venció o fue revocada').waitFor()

describe('the tab', () => {
  itOnce('is there for superadmins; to others it says why it does not open', async () => {
    await logIn(page, '/admin', rosa)
    const soon = page.getByRole('tab', { name: 'Usuarios (próx)' })
    expect(await soon.isDisabled()).toBe(true)
    await soon.focus()
    const told = await soon.evaluate((tab) => {
      return document.getElementById(tab.getAttribute('aria-describedby') ?? '')?.textContent
    })
    expect(told).toBe('Solo para superadministradores')
    await page.keyboard.press('Enter')
    await page.goto(TAB)
    await page.getByRole('table', { name: 'Vehículos' }).waitFor()
    expect(await page.getByRole('table', { name: 'Usuarios' }).count()).toBe(0)
    await looksGood()
  })

  it('lists accounts with search and filters in the address, and as a file', async () => {
    await open()
    const heads = await page.getByRole('columnheader').allTextContents()
    const wanted = 'Correo,Nombre,Rol,Estado,Segundo factor,Último uso,Acciones'
    expect(heads.join(',')).toBe(wanted)
    await looksGood()
    await says('Tú')
    // Paper is for others than who prints it.
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByText('Tú', { exact: true }).isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
    await page.getByLabel('Rol', { exact: true }).selectOption({ label: 'Administrador' })
    await says('1 usuario')
    await row(rosa.email).getByText('Activo').waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), button('Export CSV').click()])
    expect(file.suggestedFilename()).toMatch(/^usuarios_\d{4}-\d{2}-\d{2}\.csv$/)
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`"${rosa.email}";"Rosa Gil";"Administrador";"Activo"`)

    await page.getByLabel('Estado', { exact: true }).selectOption({ label: 'Inactivo' })
    await says('No hay usuarios.')
    expect(new URL(page.url()).search).toBe('?tab=usuarios&rol=admin&estado=disabled')
    await page.reload()
    await says('No hay usuarios.')
    await looksGood()
    await page.getByLabel('Rol', { exact: true }).selectOption('')
    await page.getByLabel('Estado', { exact: true }).selectOption('')
    await page.getByLabel('Correo o nombre').fill('paz')
    await page.keyboard.press('Enter')
    await says('1 usuario')
    await row(eva.email).waitFor()
  })

  itOnce('says that the list cannot be had, and comes back by itself', async () => {
    await page.route('**/api/users?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'internal', message: 'x' } }),
    )
    await logIn(page, TAB)
    await page.getByRole('alert').filter({ hasText: 'Error: 500' }).waitFor()
    await says('La lista no se pudo cargar.')
    await page.unroute('**/api/users?*')
    await row(eva.email).waitFor()
  })

  it('shows wall screens with what they show, and leads to them', async () => {
    await open('&estado=wall')
    await row('Portería').getByText('Dashboard → Mapa · 30 s cada una').waitFor()
    await row('Portería').getByRole('link').click()
    await page.getByRole('heading', { name: 'Pantallas de pared' }).waitFor()
  })

  itOnce('opens a card on a phone, with all that is known and what can be done', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    await open()
    await button(`Acciones: ${eva.email}`).click()
    await row(eva.email).getByText('Operador').waitFor()
    await button(`Editar ${eva.email}`).click()
    await dialog().getByLabel('Nombre').waitFor()
    await looksGood()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await button(`Editar ${eva.email}`).and(page.locator(':focus')).waitFor()
  })
})

describe('an invite', () => {
  it('is shown once, leads in once, and makes the account active', async () => {
    await open()
    await button('Invitar').click()
    await send()
    await says('El correo es obligatorio')
    await says('El nombre es obligatorio')
    await looksGood()
    await field('Correo').fill(' Luis@Ejemplo.co ')
    await field('Nombre').fill('Luis Mora')
    await send()
    await dialog().getByRole('figure').waitFor()
    await looksGood()
    const link = await takeLink()
    expect(link).toMatch(/^http:\/\/.+\/invitacion#token=.{20,}$/)
    await row('luis@ejemplo.co').getByText('Invitado').waitFor()
    await row('luis@ejemplo.co')
      .getByText(/^Vence el /)
      .waitFor()

    await follow(link, async (guest) => {
      await guest.getByText('Hola, Luis Mora').waitFor()
      await guest.getByText(/con el rol Operador\.$/).waitFor()
      expect(guest.url()).not.toContain('token')
      expect(await faultsInAllLooks(guest)).toEqual([])
      await choosePassword(guest)
      await guest.waitForURL('**/dashboard')
    })
    // Without anybody's reload.
    await row('luis@ejemplo.co').getByText('Activo').waitFor()
    await follow(link, async (guest) => {
      await isRefused(guest)
      expect(await faultsInAllLooks(guest)).toEqual([])
    })
    const luis = await openElsewhere(account('luis@ejemplo.co', 'Luis Mora', 'operator'))
    await luis.close()
  })

  it('is refused for somebody who has an account', async () => {
    await open()
    await invite(eva.email, 'Eva')
    await send()
    await says('Ya existe un usuario con ese correo')
    await hasFocus('Correo')
  })

  it('is sent again, which makes the older link void, and revoked', async () => {
    await open()
    await invite('ana@ejemplo.co', 'Ana Ruiz', 'Administrador')
    await send()
    const first = await takeLink()
    await button('Invitar otra vez a ana@ejemplo.co').click()
    await looksGood()
    await button('Enviar otra vez').click()
    const second = await takeLink()
    await follow(first, isRefused)
    await follow(second, (guest) => guest.getByText(/con el rol Administrador\.$/).waitFor())
    await button('Revocar la invitación de ana@ejemplo.co').click()
    await button('Aceptar').click()
    await says('Invitación revocada: Ana Ruiz')
    await row('ana@ejemplo.co').getByText('Inactivo').waitFor()
    await follow(second, isRefused)
    // Who never came in has no password to come back with.
    expect(await button('Reactivar ana@ejemplo.co').count()).toBe(0)
    await button('Invitar otra vez a ana@ejemplo.co').click()
    await button('Enviar otra vez').click()
    const third = await takeLink()
    await follow(third, (guest) => guest.getByText('Hola, Ana Ruiz').waitFor())
  })

  itOnce('that was mailed shows no link', async () => {
    const user = await stored(eva.email)
    const mailed = { expires_at: '2026-12-01T15:00:00.000Z', mailed: true, link: null }
    await page.route('**/api/users/invites', (route) =>
      route.fulfill({ status: 201, json: { user, invite: mailed } }),
    )
    await open()
    await invite(eva.email, 'Eva')
    await send()
    await says(`Enviada a ${eva.email}`)
    expect(await dialog().locator('code').count()).toBe(0)
    await looksGood()
  })

  it('of a superadmin asks for the own password, which a stolen session does not know', async () => {
    await open()
    await invite('sol@ejemplo.co', 'Sol', 'Superadministrador')
    await looksGood()
    await send()
    await says('Escribe tu contraseña')
    await field('Tu contraseña').fill('a guess')
    await send()
    await dialog().locator('[aria-invalid=true]').waitFor()
    await hasFocus('Tu contraseña')
    expect(await stored('sol@ejemplo.co')).toBeUndefined()
    await field('Tu contraseña').fill((await own()).password)
    await send()
    await takeLink()
    await row('sol@ejemplo.co').getByText('Superadministrador').waitFor()
    await button('Invitar otra vez a sol@ejemplo.co').click()
    await field('Tu contraseña').waitFor()
  })
})

describe('an account', () => {
  it('gets another name and role; to make a superadmin takes the own password', async () => {
    await open()
    await button(`Editar ${rosa.email}`).click()
    await field('Nombre').fill('Rosa María Gil')
    await dialog().getByRole('combobox', { name: 'Rol' }).selectOption({ label: 'Operador' })
    await button('Guardar').click()
    await says('Guardado: Rosa María Gil')
    await row(rosa.email).getByText('Operador').waitFor()
    await button(`Editar ${rosa.email}`).click()
    const role = dialog().getByRole('combobox', { name: 'Rol' })
    await role.selectOption({ label: 'Superadministrador' })
    await looksGood()
    await field('Tu contraseña').fill((await own()).password)
    await button('Guardar').click()
    await row(rosa.email).getByText('Superadministrador').waitFor()
    await button(`Editar ${rosa.email}`).click()
    // Taking power away needs none.
    await role.selectOption({ label: 'Administrador' })
    expect(await field('Tu contraseña').count()).toBe(0)
    await button('Guardar').click()
    await row(rosa.email).getByText('Administrador', { exact: true }).waitFor()
  })

  it('is deactivated, which ends its sessions at once, and reactivated', async () => {
    const elsewhere = await openElsewhere(eva)
    await open()
    await button(`Desactivar ${eva.email}`).click()
    await button('Cancelar').and(page.locator(':focus')).waitFor()
    await looksGood()
    await button('Aceptar').click()
    await elsewhere.hasEnded()
    await says('Desactivada: Eva Paz')
    await row(eva.email).getByText('Inactivo').waitFor()
    await button(`Reactivar ${eva.email}`).click()
    await dialog().getByRole('button', { name: 'Reactivar' }).click()
    await says('Reactivada: Eva Paz')
    await row(eva.email).getByText('Activo').waitFor()
    const again = await openElsewhere(eva)
    await again.close()
  })

  it('shows its sessions, and one or all are ended', async () => {
    const first = await openElsewhere(eva)
    await open()
    await button(`Sesiones de ${eva.email}`).click()
    const sessions = page.getByRole('list', { name: 'Sesiones abiertas' }).getByRole('listitem')
    await sessions.first().waitFor()
    await looksGood()
    const before = await sessions.count()
    // The newest use stands first.
    await sessions.first().getByRole('button').click()
    await says('Se cerró 1 sesión.')
    expect(await sessions.count()).toBe(before - 1)
    await first.hasEnded()
    await page.keyboard.press('Escape')
    const others = [await openElsewhere(eva), await openElsewhere(eva)]
    await button(`Sesiones de ${eva.email}`).click()
    await button('Cerrar todas').click()
    await button('Sí, cerrar').click()
    await says('No tiene sesiones abiertas.')
    for (const other of others) await other.hasEnded()
  })

  it('loses its second factor only to who knows the own password', async () => {
    const { page: phone, context } = await openWatchedPage(rig.browser, rig.client.url)
    await logIn(phone, '/map', eva)
    await openFactor(phone)
    await button('Activar', phone).click()
    await enrolFactor(phone, PASSWORD)
    await context.close()
    await open()
    await row(eva.email).getByText('Activado').waitFor()
    await button(`Quitar 2.º factor de ${eva.email}`).click()
    await hasFocus('Tu contraseña')
    await looksGood()
    await field('Tu contraseña').fill('a guess')
    await button('Quitar el segundo factor').click()
    await dialog().locator('[aria-invalid=true]').waitFor()
    await field('Tu contraseña').fill((await own()).password)
    await button('Quitar el segundo factor').click()
    await says('Segundo factor quitado: Eva Paz')
    await row(eva.email).getByText('No', { exact: true }).waitFor()
    const again = await openElsewhere(eva)
    await again.close()
  })

  it('of one’s own shows role and state, and why they stay', async () => {
    await open()
    const { email } = await own()
    await row(email).getByText('Tú', { exact: true }).waitFor()
    expect(await row(email).getByRole('button').allTextContents()).toEqual(['Editar'])
    await button(`Editar ${email}`).click()
    await says('Tu rol y tu estado solo los cambia otro superadministrador.')
    expect(await field('Rol').getAttribute('readonly')).not.toBeNull()
    await looksGood()
    await field('Nombre').fill('Quien administra')
    await button('Guardar').click()
    await row(email).getByText('Quien administra').waitFor()
  })
})
