import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { AdminRig } from '../rig/admin-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, focused, logIn } from '../rig/watched-page.ts'

const VEHICLES = 23
const guard = { email: 'guardia@ejemplo.co', name: 'Guardia', password: 'first one' }
const wall = { ...guard, email: 'muro@ejemplo.co', kiosk: true, role: 'operator' }

const rig = eachOnItsPage(
  new AdminRig(async (site) => {
    const client = await site.startHub()
    for (let i = 10; i < 10 + VEHICLES; i += 1) {
      const owner = `Empresa ${i}`
      await client.post('/api/vehicles', {
        plate: `QX ${i}`,
        model: 'Duster',
        owner,
        rfid_tag: `TEST-${i}`,
      })
    }
    await client.post('/api/users', { ...guard, role: 'operator' })
    await client.post('/api/users', wall)
    return client
  }),
)
let page: Page
beforeEach(() => void (page = rig.page))

const dialog = () => page.getByRole('dialog')
const shown = () => rig.rows.locator('td:nth-child(2)').allTextContents()

async function search(text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await rig.button('Buscar').click()
}

/** Through the login page, which leaves the cookie that files ask for. */
async function logInAs(somebody?: typeof guard): Promise<void> {
  await page.goto('/login')
  await page.evaluate(() => localStorage.clear())
  await logIn(page, '/admin', somebody)
}

describe('the tabs', () => {
  it('stand in the address, are a step of the history each, and go by keyboard', async () => {
    await rig.open()
    const tabs = page.getByRole('tab')
    expect(await tabs.allTextContents()).toEqual([
      'Vehículos',
      'Activos',
      'Agentes',
      'Accesos',
      'Usuarios',
      'Config',
    ])
    expect(rig.address.get('tab')).toBe(null)
    await search('QX 1')
    await page.waitForURL('**q=QX*')
    await page.getByRole('tab', { name: 'Vehículos' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL('**tab=activos')
    expect(await focused(page)).toBe('Activos')
    await page.goBack()
    await page.getByRole('table', { name: 'Vehículos' }).waitFor()
    expect(rig.address.get('q')).toBe('QX 1')
    await page.getByRole('tab', { name: 'Agentes' }).click()
    await page.waitForURL('**tab=agentes')
    await page.getByRole('tab', { name: 'Vehículos' }).click()
    await page.waitForURL('**q=QX*')
    const field = page.getByRole('searchbox')
    await until('the tab as it was', async () => (await field.inputValue()) === 'QX 1')
  })

  it('that somebody cannot open are reached by keyboard, and say why', async () => {
    await logInAs(guard)
    const config = page.getByRole('tab', { name: 'Config (próx)' })
    expect(await config.isDisabled()).toBe(true)
    expect(await config.getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('tab', { name: 'Vehículos' }).focus()
    await page.keyboard.press('ArrowLeft')
    expect(await focused(page)).toBe('Config (próx)')
    const told = await page.evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-describedby') ?? ''
      return document.getElementById(id)?.textContent
    })
    expect(told).toBe('Solo para superadministradores')
    await page.keyboard.press('Enter')
    await page.getByRole('table', { name: 'Vehículos' }).waitFor()
    expect(rig.address.get('tab')).toBe(null)
  })
})

describe('the list', () => {
  it('is searched with Buscar and Enter, and turns pages that the address keeps', async () => {
    await rig.open()
    expect(await page.locator('thead th').allTextContents()).toEqual([
      'ID',
      'Placa',
      'Modelo',
      'Tag',
      'Owner',
      'Acciones',
    ])
    await search('QX')
    await rig.notice(`${VEHICLES} vehículos`).waitFor()
    await rig.notice('Página 1 / 2').waitFor()
    expect(await rig.rows.count()).toBe(20)
    await rig.button('Sig').click()
    await rig.notice('Página 2 / 2').waitFor()
    await rig.row('QX 10').waitFor()
    expect(await shown()).toEqual(['QX 12', 'QX 11', 'QX 10'])
    // There is no further page, and the focus stays.
    await rig.button('Sig').press('Enter')
    expect(await focused(page)).toBe('Sig')
    await page.reload()
    await rig.notice('Página 2 / 2').waitFor()
    const sizes = page.getByRole('combobox', { name: 'Filas por página' })
    expect(await sizes.locator('option').allTextContents()).toEqual(['10', '20', '50', '100'])
    await sizes.selectOption('10')
    await rig.notice('Página 1 / 3').waitFor()
    await rig.button('Sig').click()
    await rig.notice('Página 2 / 3').waitFor()
    await rig.button('Prev').click()
    await rig.notice('Página 1 / 3').waitFor()
    await page.getByRole('searchbox').fill('empresa 12')
    await page.keyboard.press('Enter')
    await rig.notice('1 vehículo').waitFor()
    expect(await shown()).toEqual(['QX 12'])
    await search('zzz')
    await rig.notice('Sin resultados').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('shows no answer that is late for its question', async () => {
    await rig.open()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/vehicles?*q=QX+11*', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await search('QX 11')
    await search('QX 12')
    await rig.notice('1 vehículo').waitFor()
    release()
    await search('QX 12')
    await rig.notice('1 vehículo').waitFor()
    expect(await shown()).toEqual(['QX 12'])
  })

  it('says what failed and empties, until it is asked again', async () => {
    await rig.open()
    await page.route('**/api/vehicles?**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await search('QX')
    await page.getByRole('alert').getByText('Error: 500').waitFor()
    expect(await rig.rows.count()).toBe(0)
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.unroute('**/api/vehicles?**')
    await rig.button('Reintentar').click()
    await rig.notice(`${VEHICLES} vehículos`).waitFor()
  })

  it('goes back a page when the last row of the last one is deleted', async () => {
    await rig.client.post('/api/vehicles', { plate: 'ZZ 1', model: 'x', rfid_tag: 'TEST-Z1' })
    for (let i = 2; i < 12; i += 1) {
      const tag = `TEST-Z${i}`
      await rig.client.post('/api/vehicles', { plate: `ZZ ${i}`, model: 'x', rfid_tag: tag })
    }
    await rig.open('?q=ZZ&pageSize=10&page=2')
    await rig.button('Borrar ZZ 1').click()
    await dialog().getByText('Eliminar vehículo?').waitFor()
    await dialog().getByText('ZZ 1', { exact: true }).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Cancelar' }).click()
    await dialog().waitFor({ state: 'detached' })
    expect(await rig.stored('ZZ 1')).toHaveLength(3)
    await rig.button('Borrar ZZ 1').click()
    const deletions = rig.countCalls('DELETE', '/api/vehicles')
    // The second press is at the dialog that goes: an answer between the two would have the focus.
    let answer = () => {}
    const pressed = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/vehicles/*', async (route) => {
      await pressed
      await route.continue()
    })
    await rig.button('Sí, eliminar').dblclick()
    answer()
    await rig.notice('Página 1 / 1').waitFor()
    await rig.row('ZZ 11').waitFor()
    await page.getByText('Vehículo eliminado').waitFor()
    expect([rig.address.get('page'), deletions.calls]).toEqual([null, 1])
    await until('the focus on the count', async () => (await focused(page)) === '10 vehículos')
  })

  it('says in words when nothing can be deleted', async () => {
    await rig.open('?q=QX 15')
    await page.route('**/api/vehicles/*', (route) => route.fulfill({ status: 500, body: '' }))
    await rig.button('Borrar QX 15').click()
    await rig.button('Sí, eliminar').click()
    await page.getByRole('alert').getByText('Error', { exact: true }).last().waitFor()
    await rig.row('QX 15').waitFor()
  })

  it('deletes nothing that somebody changed meanwhile, and shows what it is now', async () => {
    await rig.open('?q=QX 17')
    const [vehicle] = await rig.stored('QX 17')
    if (!vehicle) throw new Error('no such vehicle')
    const { plate, rfid_tag } = vehicle
    const change = { plate, rfid_tag, model: 'Logan' }
    await rig.client.put(`/api/vehicles/${vehicle.id}`, change)
    await rig.button('Borrar QX 17').click()
    await rig.button('Sí, eliminar').click()
    await page
      .getByRole('alert')
      .getByText(/Otra persona cambió este registro/)
      .last()
      .waitFor()
    await rig.row('Logan').waitFor()
    await rig.button('Borrar QX 17').click()
    await rig.button('Sí, eliminar').click()
    await rig.notice('0 vehículos').waitFor()
  })

  it('leads to a page of the vehicle and to its files', async () => {
    await logInAs()
    await rig.open('?q=QX 16')
    const [vehicle] = await rig.stored('QX 16')
    const link = rig.row('QX 16').getByRole('link', { name: 'QX 16' })
    expect(await link.getAttribute('href')).toBe(`/vehicle?id=${vehicle?.id}`)
    for (const [name, file] of [
      ['Plantilla CSV', 'vehiculos_plantilla.csv'],
      ['Export CSV', 'vehiculos.csv'],
    ] as const) {
      const saved = page.waitForEvent('download')
      await page.getByRole('link', { name }).click()
      expect((await saved).suggestedFilename()).toBe(file)
    }
  })
})

it.each([
  ['an operator', guard],
  ['a wall', wall],
])('shows %s the list and nothing to change it with', async (_, somebody) => {
  await logInAs(somebody)
  await page.getByText(/^[\d.]+ vehículos$/).waitFor()
  await page.getByRole('link', { name: 'Export CSV' }).waitFor()
  expect(await page.getByRole('button', { name: /Editar|Borrar|Nuevo|Import/ }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Plantilla CSV' }).count()).toBe(0)
  expect(await rig.form.count()).toBe(0)
  expect(await faultsInAllLooks(page)).toEqual([])
})
