import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { AdminRig } from '../rig/admin-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, focused } from '../rig/watched-page.ts'

const LONG_TAG = 'L'.repeat(33)

const rig = eachOnItsPage(
  new AdminRig(async (site) => {
    const client = await site.startHub()
    for (const i of [20, 21, 22, 30]) {
      const owner = `Empresa ${i}`
      const vehicle = { plate: `QX ${i}`, model: 'Duster', owner, rfid_tag: `TEST-${i}` }
      await client.post('/api/vehicles', vehicle)
    }
    const long = { type: 'vehicle', name: 'Largo', plate: 'LARGO-1', rfid_tag: LONG_TAG }
    await client.post('/api/assets', long)
    return client
  }),
)
let page: Page
beforeEach(() => void (page = rig.page))

const dialog = () => page.getByRole('dialog')

describe('the form', () => {
  it('has the focus in its first field, also where it is loaded after its heading', async () => {
    let letIn = () => {}
    const mayCome = new Promise<void>((resolve) => (letIn = resolve))
    await page.route(/VehicleForm-[^/]*\.js$/, async (route) => {
      await mayCome
      await route.continue()
    })
    await page.goto('/admin?nuevo=1')
    await expect.poll(() => focused(page)).toBe('Nuevo registro')
    letIn()
    const place = rig.field('Placa')
    await until('the focus', () => place.evaluate((input) => input === document.activeElement))
  })

  it('asks for what is missing, at the field', async () => {
    await rig.open()
    await rig.form.getByRole('heading', { name: 'Nuevo registro' }).waitFor()
    await rig.button('Crear').click()
    await rig.notice('La placa es obligatoria').waitFor()
    await rig.notice('El Tag RFID es obligatorio').waitFor()
    expect(await rig.field('Placa').getAttribute('aria-describedby')).toMatch(/error/)
    expect(await rig.field('Placa').evaluate((input) => input === document.activeElement)).toBe(
      true,
    )
    await rig.field('Placa').fill('-x')
    await rig.field('Tag RFID').fill('a'.repeat(33))
    await rig.button('Crear').click()
    await page.getByText(/^Placa inválida\. Usa de 2 a 20 letras/).waitFor()
    await rig.notice('Formato de Tag inválido. Use A-Z, 0-9 y guiones (3-32 chars).').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.getByLabel('Tipo').selectOption('Mobiliario')
    expect(await rig.field('Placa').count()).toBe(0)
    await rig.button('Crear').click()
    await rig.notice('El nombre es obligatorio').waitFor()
  })

  it('makes a vehicle once, trimmed and in upper case, and hints at a tag that no reader reads', async () => {
    await rig.open()
    await rig.button('Nuevo').click()
    await until('the focus', () => rig.field('Placa').evaluate((i) => i === document.activeElement))
    await rig.field('Placa').fill(' ñan  1 ')
    await rig.field('Modelo').fill('Logan')
    await rig.field('Propietario').fill('Íñigo')
    await rig.field('Tag RFID').fill('card-1')
    await rig.notice('Este tag no coincide con el formato de lectura').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await rig.field('Tag RFID').fill('test-nan')
    await rig
      .notice('Este tag no coincide con el formato de lectura')
      .waitFor({ state: 'detached' })
    const posts = rig.countCalls('POST', '/api/vehicles')
    await rig.button('Crear').dblclick()
    await rig.notice('Vehículo creado').waitFor()
    await rig.row('ÑAN 1').waitFor()
    expect(posts.calls).toBe(1)
    expect(await rig.stored('ÑAN 1')).toMatchObject([
      { model: 'Logan', owner: 'Íñigo', rfid_tag: 'TEST-NAN' },
    ])
    expect(await rig.field('Placa').inputValue()).toBe('')
  })

  it('makes other things as assets', async () => {
    await rig.open()
    await page.getByLabel('Tipo').selectOption('Producto')
    await rig.field('Nombre').fill('Montacargas')
    await rig.field('Tag RFID').fill('test-mon')
    await page.getByText('Foto', { exact: true }).waitFor()
    await rig.button('Crear').click()
    await rig.notice('Artículo/Activo creado (ver pestaña Activos)').waitFor()
    const { items } = (await rig.client.get('/api/assets?q=TEST-MON')) as { items: object[] }
    expect(items).toMatchObject([{ type: 'product', name: 'Montacargas', plate: null }])
  })

  it('edits a vehicle in its place, but not its type', async () => {
    await rig.open('?q=QX 20')
    await rig.button('Editar QX 20').click()
    await rig.form.getByRole('heading', { name: 'Editar registro' }).waitFor()
    expect(await page.getByLabel('Tipo').isDisabled()).toBe(true)
    expect(await rig.field('Placa').inputValue()).toBe('QX 20')
    await rig.field('Modelo').fill('Sandero')
    const puts = rig.countCalls('PUT', '/api/vehicles')
    await rig.button('Guardar').dblclick()
    await rig.notice('Vehículo actualizado').waitFor()
    await rig.row('Sandero').waitFor()
    expect(puts.calls).toBe(1)
    await rig.form.getByRole('heading', { name: 'Nuevo registro' }).waitFor()
    await until('the focus back', async () => (await focused(page)) === 'Editar QX 20')
    await rig.button('Editar QX 20').click()
    await rig.field('Modelo').fill('nothing of this')
    await rig.form.getByRole('button', { name: 'Cancelar' }).click()
    await until('the focus back', async () => (await focused(page)) === 'Editar QX 20')
    expect(await rig.stored('QX 20')).toMatchObject([{ model: 'Sandero' }])
  })

  it.each([
    [{ status: 409, json: { error: 'duplicate', message: 'x' } }, 'Placa o Tag ya existen'],
    [
      {
        status: 409,
        json: { error: 'duplicate', message: 'Placa o Tag ya existen: el tag A ya es de QX 1' },
      },
      'Placa o Tag ya existen: el tag A ya es de QX 1',
    ],
    [
      { status: 400, json: { error: 'invalid_tag', message: 'x' } },
      'Tag RFID inválido u obligatorio',
    ],
    [{ status: 400, json: { error: 'invalid_plate', message: 'x' } }, 'Placa inválida'],
    [{ status: 500, json: { error: 'internal', message: 'x' } }, 'Error guardando vehículo'],
    [
      { status: 507, json: { error: 'disk_full', message: 'El disco del hub está lleno' } },
      'El disco del hub está lleno',
    ],
    [
      { status: 503, json: { error: 'database_away', message: 'La base no responde' } },
      'La base no responde',
    ],
    [{ status: 502, json: { error: 'of a newer hub', message: 'x' } }, 'Error guardando vehículo'],
  ])('words the refusal %j', async (answer, text) => {
    await rig.open()
    await page.route('**/api/vehicles', (route) => route.fulfill(answer))
    await rig.field('Placa').fill('QX 99')
    await rig.field('Tag RFID').fill('TEST-99')
    await rig.button('Crear').click()
    await rig.form.getByText(text, { exact: true }).waitFor()
    expect(await rig.field('Placa').inputValue()).toBe('QX 99')
  })

  it('asks before it throws away what was typed', async () => {
    await rig.open('?q=QX 2')
    await rig.field('Modelo').fill('half a car')
    await rig.button('Editar QX 21').click()
    await dialog().getByText('Hay cambios sin guardar. ¿Descartarlos?').waitFor()
    await dialog().getByRole('button', { name: 'Cancelar' }).click()
    expect(await rig.field('Modelo').inputValue()).toBe('half a car')
    await dialog().waitFor({ state: 'detached' })
    await rig.button('Editar QX 21').click()
    await rig.button('Aceptar').click()
    await rig.form.getByRole('heading', { name: 'Editar registro' }).waitFor()
  })

  it('leaves a tag of more than 32 characters to the assets', async () => {
    await rig.open('?q=LARGO')
    await rig.button('Editar LARGO-1').click()
    await rig
      .notice('El tag de este vehículo tiene más de 32 caracteres: solo se edita en Activos.')
      .waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.getByRole('link', { name: 'Editar en Activos' }).click()
    await page.waitForURL('**tab=activos**')
    expect(await rig.stored('LARGO')).toMatchObject([{ rfid_tag: LONG_TAG }])
  })

  it('is filled in by a link, which the address then forgets', async () => {
    await rig.open('?tab=vehiculos&nuevo=1&tag=E28011')
    await until('the tag', async () => (await rig.field('Tag RFID').inputValue()) === 'E28011')
    expect([...rig.address.keys()]).toEqual(['tab'])
    const [vehicle] = await rig.stored('QX 22')
    await rig.open(`?editar=${vehicle?.id}`)
    await until('the plate', async () => (await rig.field('Placa').inputValue()) === 'QX 22')
    expect(rig.address.has('editar')).toBe(false)
  })
})

describe('two people at one vehicle', () => {
  async function change(plate: string, fields: object): Promise<void> {
    const [{ id, updated_at: _, ...now } = { id: 0, updated_at: '' }] = await rig.stored(plate)
    await rig.client.put(`/api/vehicles/${id}`, { ...now, ...fields })
  }

  it('the second is told what changed, and takes it or keeps their own', async () => {
    await rig.open('?q=QX 30')
    await rig.button('Editar QX 30').click()
    await rig.field('Propietario').fill('Mine')
    await change('QX 30', { owner: 'Theirs', model: 'Theirs too' })
    await rig.button('Guardar').click()
    await rig.notice('Otra persona cambió este registro mientras lo editabas').waitFor()
    await rig.notice('Modelo: «Duster» → «Theirs too»').waitFor()
    await rig.notice('Propietario: «Empresa 30» → «Theirs»').waitFor()
    expect(await rig.stored('QX 30')).toMatchObject([{ owner: 'Theirs' }])
    expect(await faultsInAllLooks(page)).toEqual([])
    await rig.button('Guardar lo mío').dblclick()
    await rig.notice('Vehículo actualizado').waitFor()
    expect(await rig.stored('QX 30')).toMatchObject([{ owner: 'Mine', model: 'Duster' }])

    await rig.button('Editar QX 30').click()
    await change('QX 30', { owner: 'Again' })
    await rig.button('Guardar').click()
    await rig.button('Usar lo nuevo').click()
    expect(await rig.field('Propietario').inputValue()).toBe('Again')
    await rig.button('Guardar').click()
    await rig.form.getByRole('heading', { name: 'Nuevo registro' }).waitFor()
    expect(await rig.stored('QX 30')).toMatchObject([{ owner: 'Again' }])
  })

  it('the second is told that it is gone', async () => {
    await rig.client.post('/api/vehicles', { plate: 'GONE 1', model: 'x', rfid_tag: 'TEST-G1' })
    await rig.open('?q=GONE')
    await rig.button('Editar GONE 1').click()
    await rig.remove('GONE 1')
    await rig.button('Guardar').click()
    await rig.notice('Otra persona borró este registro mientras lo editabas.').waitFor()
  })
})
