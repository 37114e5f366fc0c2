import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { AdminRig } from '../rig/admin-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, focused } from '../rig/watched-page.ts'

const rig = eachOnItsPage(
  new AdminRig(async (site) => {
    const client = await site.startHub()
    for (let i = 10; i < 40; i++) {
      await client.post('/api/vehicles', {
        plate: `QX ${i}`,
        model: 'Duster',
        rfid_tag: `TEST-${i}`,
      })
    }
    return client
  }),
)
let page: Page
beforeEach(async () => {
  page = rig.page
  await page.setViewportSize({ width: 390, height: 844 })
})

const dialog = () => page.getByRole('dialog')
const close = () => rig.form.getByRole('button', { name: 'Cerrar' })
const isFocused = (name: string) => async () => (await focused(page)) === name
const hasFocus = (name: string) =>
  rig.field(name).evaluate((input) => input === document.activeElement)

async function openNew(): Promise<void> {
  await rig.button('Nuevo').click()
  await until('the focus in it', () => hasFocus('Placa'))
}

it.each([390, 320])(
  'the form is at %d px a sheet over the list, and not below it',
  async (width) => {
    await page.setViewportSize({ width, height: 640 })
    await rig.open()
    expect(await rig.form.count()).toBe(0)
    await openNew()
    expect(await rig.form.boundingBox()).toEqual({ x: 0, y: 0, width, height: 640 })
    // Nothing else of the page is there, for a finger, a key or a screen reader.
    expect(await page.getByRole('button').allInnerTexts()).toEqual(['', 'Crear'])
    await page.getByRole('button', { name: 'Cerrar', exact: true }).waitFor()
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('Tab')
      const isOut = () =>
        document.activeElement !== document.body && !document.activeElement?.closest('[data-open]')
      expect(await page.evaluate(isOut)).toBe(false)
    }
    expect(await faultsInAllLooks(page)).toEqual([])
    const { width: wide = 0, height = 0 } = (await close().boundingBox()) ?? {}
    expect(Math.min(wide, height)).toBeGreaterThanOrEqual(44)
    await close().click()
    await until('the focus back', isFocused('Nuevo'))
    expect(await rig.form.count()).toBe(0)
  },
)

it('goes by Esc, after a question where something was typed', async () => {
  await rig.open()
  await page.evaluate(() => scrollTo(0, 40))
  await openNew()
  await page.mouse.wheel(0, 500)
  await page.keyboard.press('Escape')
  await until('the focus back', isFocused('Nuevo'))
  expect(await page.evaluate(() => scrollY)).toBe(40)
  await openNew()
  await rig.field('Modelo').fill('half a car')
  await page.keyboard.press('Escape')
  await dialog().getByRole('button', { name: 'Cancelar' }).click()
  await dialog().waitFor({ state: 'detached' })
  expect(await rig.field('Modelo').inputValue()).toBe('half a car')
  await close().click()
  await rig.button('Aceptar').click()
  await until('the focus back', isFocused('Nuevo'))
  await openNew()
  expect(await rig.field('Modelo').inputValue()).toBe('')
})

it('leads back to the list with a new vehicle, and to the button of one that was edited', async () => {
  await rig.open()
  await openNew()
  await rig.field('Placa').fill('NEW 1')
  await rig.field('Tag RFID').fill('TEST-NEW1')
  await rig.button('Crear').click()
  await rig.notice('Vehículo creado').waitFor()
  await until('the focus back', isFocused('Nuevo'))
  await rig.open('?q=NEW 1')
  await rig.button('Acciones: NEW 1').click()
  await rig.button('Editar NEW 1').click()
  await until('the plate', async () => (await rig.field('Placa').inputValue()) === 'NEW 1')
  await rig.client.put(`/api/vehicles/${(await rig.stored('NEW 1'))[0]?.id}`, {
    plate: 'NEW 1',
    model: 'Theirs',
    rfid_tag: 'TEST-NEW1',
  })
  await rig.field('Modelo').fill('Mine')
  await rig.button('Guardar').click()
  await rig.notice('Otra persona cambió este registro mientras lo editabas').waitFor()
  await rig.button('Guardar lo mío').click()
  await until('the focus back', isFocused('Editar NEW 1'))
  expect(await rig.stored('NEW 1')).toMatchObject([{ model: 'Mine' }])
})

it('opens for a link, and stands beside the list again where there is room', async () => {
  await page.goto('/admin?nuevo=1&tag=E28011')
  await until('the focus in it', () => hasFocus('Placa'))
  expect(await rig.field('Tag RFID').inputValue()).toBe('E28011')
  await page.setViewportSize({ width: 1366, height: 768 })
  await rig.button('Nuevo').waitFor()
  expect(await close().count()).toBe(0)
  await rig.field('Tag RFID').press('Escape')
  expect(await rig.field('Tag RFID').inputValue()).toBe('E28011')
  await page.setViewportSize({ width: 390, height: 844 })
  await close().click()
  await rig.form.waitFor({ state: 'hidden' })
  // It began with no button.
  await until('the focus in the list', async () => (await focused(page)).includes('vehículos'))
})

it.each([
  ['activos', 'Nuevo', 'Nuevo activo'],
  ['agentes&pantallas=1', 'Emparejar con código', 'Emparejar una pantalla'],
])('is the same in %s', async (tab, opener, title) => {
  await page.goto(`/admin?tab=${tab}`)
  await rig.button(opener).click()
  const form = page.getByRole('region', { name: title })
  await form.waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  await until('the focus back', isFocused(opener))
})
