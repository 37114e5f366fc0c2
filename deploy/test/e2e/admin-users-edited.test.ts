import type { UsersResponse } from '@vehicle-control/protocol'
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { faultsInAllLooks, logIn, openWatchedPage } from '../rig/watched-page.ts'

// Two superadmins, each in a browser of its own, who edit one account.

const TAB = '/admin?tab=usuarios'
const PASSWORD = 'blue tractor'
const CHANGED = 'Otra persona cambió esta cuenta mientras la editabas'
const rosa = { email: 'rosa@ejemplo.co', name: 'Rosa Gil', role: 'superadmin', password: PASSWORD }
const eva = { email: 'eva@ejemplo.co', name: 'Eva Paz', role: 'operator', password: PASSWORD }

const rig = eachOnItsPage(
  new PageRig(async (site) => {
    const client = await site.startHub()
    const proof = { currentPassword: (await client.demoLogin())?.password }
    await client.post('/api/users', { ...rosa, proof })
    return client
  }),
)
let page: Page
let id: number
beforeEach(async () => {
  page = rig.page
  const { items } = (await rig.client.get('/api/users')) as UsersResponse
  const known = items.find(({ email }) => email === eva.email)
  const { name, role } = eva
  if (known) await patch({ name, role, disabled: false }, known.id)
  id = known?.id ?? ((await rig.client.post('/api/users', eva)) as { id: number }).id
})

/** As another superadmin's program does it. */
async function patch(body: object, of = id): Promise<void> {
  const answer = await fetch(new URL(`/api/users/${of}`, rig.client.url), {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${rig.client.token}`,
    },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}
const stored = async () => {
  const { name, role, disabled } = (await rig.client.get(`/api/users/${id}`)) as Record<
    string,
    unknown
  >
  return { name, role, disabled }
}

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const name = (on = page) => on.getByRole('dialog').getByLabel('Nombre', { exact: true })
const role = (on = page) => on.getByRole('dialog').getByRole('combobox', { name: 'Rol' })
const says = (text: string, on = page) => on.getByText(text, { exact: true }).waitFor()

async function edit(on = page, somebody?: typeof rosa): Promise<void> {
  await logIn(on, TAB, somebody)
  await button(`Editar ${eva.email}`, on).click()
  await name(on).waitFor()
}

it('shows the second of two what the first set, keeps what it typed, and writes over it knowingly', async () => {
  const other = await openWatchedPage(rig.browser, rig.client.url)
  await edit(other.page, rosa)
  await edit()
  await name(other.page).fill('Eva María Paz')
  await role(other.page).selectOption({ label: 'Administrador' })
  await button('Guardar', other.page).click()
  await says('Guardado: Eva María Paz', other.page)

  await name().fill('Eva Sol')
  await button('Guardar').click()
  await says(CHANGED)
  await says('Nombre: «Eva Paz» → «Eva María Paz»')
  await says('Rol: «Operador» → «Administrador»')
  expect(await faultsInAllLooks(page)).toEqual([])
  expect(await name().inputValue()).toBe('Eva Sol')
  // Nobody touched it here: it is as it would be saved.
  expect(await role().inputValue()).toBe('admin')
  expect(await stored()).toMatchObject({ name: 'Eva María Paz', role: 'admin' })
  await button('Guardar lo mío').click()
  await says('Guardado: Eva Sol')
  expect(await stored()).toEqual({ name: 'Eva Sol', role: 'admin', disabled: false })
  await other.context.close()
  expect(other.troubles).toEqual([])
})

it('takes what the other set, where the second wants that', async () => {
  await edit()
  await patch({ disabled: true })
  await patch({ name: 'Eva Mar' })
  await name().fill('Eva Sol')
  await button('Guardar').click()
  await says('Estado: «Activo» → «Inactivo»')
  await button('Usar lo nuevo').click()
  expect(await name().inputValue()).toBe('Eva Mar')
  await name().fill('Eva Mar Paz')
  await button('Guardar').click()
  await says('Guardado: Eva Mar Paz')
  expect(await stored()).toEqual({ name: 'Eva Mar Paz', role: 'operator', disabled: true })
})

it('tells of a third change before the second is written over', async () => {
  await edit()
  await patch({ name: 'Eva Mar' })
  await name().fill('Eva Sol')
  await button('Guardar').click()
  await says(CHANGED)
  await patch({ name: 'Eva Luz' })
  await button('Guardar lo mío').click()
  await says('Nombre: «Eva Mar» → «Eva Luz»')
  expect(await name().inputValue()).toBe('Eva Sol')
  expect(await stored()).toMatchObject({ name: 'Eva Luz' })
})

it('asks for the password where it makes a superadmin, also over what the other set', async () => {
  await edit()
  await patch({ role: 'admin' })
  await role().selectOption({ label: 'Superadministrador' })
  const own = page.getByRole('dialog').getByLabel('Tu contraseña', { exact: true })
  await own.fill((await rig.client.demoLogin())?.password ?? '')
  await button('Guardar').click()
  await says('Rol: «Operador» → «Administrador»')
  expect(await role().inputValue()).toBe('superadmin')
  await button('Guardar lo mío').click()
  await says('Guardado: Eva Paz')
  expect(await stored()).toMatchObject({ role: 'superadmin' })
})

it('reactivates nobody with another role than the list has shown', async () => {
  await patch({ disabled: true })
  await logIn(page, TAB)
  await button(`Reactivar ${eva.email}`).click()
  await patch({ role: 'admin' })
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivar' }).click()
  await says('Otra persona cambió esta cuenta; revisa lo que cambió e intenta de nuevo')
  expect(await stored()).toMatchObject({ disabled: true })
  await page
    .getByRole('table', { name: 'Usuarios' })
    .getByRole('row')
    .filter({ hasText: eva.email })
    .getByText('Administrador', { exact: true })
    .waitFor()
  await button(`Reactivar ${eva.email}`).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivar' }).click()
  await says('Reactivada: Eva Paz')
})
