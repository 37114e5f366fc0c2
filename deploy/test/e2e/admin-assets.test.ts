import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Asset, AssetList } from '@vehicle-control/protocol'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, focused, logIn, openWatchedPage } from '../rig/watched-page.ts'

const TAB = '/admin?tab=activos'

let page: Page

const form = () => page.getByRole('region', { name: /^(Nuevo|Editar) activo$/ })
const field = (label: string) => form().getByLabel(label, { exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const row = (text: string) => page.getByRole('row').filter({ hasText: text })
const count = (text: string | RegExp) => page.getByText(text, { exact: true }).waitFor()
/** Waits until the list says how many assets the hub has. */
async function countAll(): Promise<void> {
  const { total } = (await rig.client.get('/api/assets')) as AssetList
  await count(`${total} activos`)
}
const photoInput = () => form().locator('input[type=file]')

async function open(address = TAB): Promise<void> {
  await logIn(page, address)
  await page.getByRole('table', { name: 'Activos' }).waitFor()
}

const rig = eachOnItsPage(
  new PageRig(async (site) => {
    const client = await site.startHub()
    await Promise.all(
      Array.from({ length: 25 }, (_, i) =>
        client.post('/api/assets', made(`Estante ${i + 1}`, `TEST-S${i + 1}`)),
      ),
    )
    return client
  }),
)
beforeEach(() => void (page = rig.page))

const made = (name: string, rfid_tag: string, more: Partial<Asset> = {}) => ({
  type: 'furniture',
  name,
  plate: null,
  rfid_tag,
  owner: null,
  location: null,
  photo_url: null,
  ...more,
})

async function stored(tag: string): Promise<Asset | undefined> {
  const { items } = (await rig.client.get(`/api/assets?q=${tag}`)) as AssetList
  return items.find(({ rfid_tag }) => rfid_tag === tag)
}

/** Fills the form of a new product. */
async function fillProduct(name: string, tag: string): Promise<void> {
  await field('Nombre').fill(name)
  await field('Tag RFID').fill(tag)
}

describe('the list', () => {
  it('has its columns, pages, search and chips, all in the address', async () => {
    await open()
    await countAll()
    const heads = await page.getByRole('columnheader').allTextContents()
    expect(heads).toEqual(['ID', 'Tipo', 'Nombre', 'Placa', 'Tag', 'Foto', 'Acciones'])
    await page.getByText('Página 1 / 4').waitFor()
    await press('Sig')
    await page.getByText('Página 2 / 4').waitFor()
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')
    await page.getByLabel('Filas por página').selectOption('50')
    await page.getByText('Página 1 / 2').waitFor()

    await page.getByText('Mobiliario', { exact: true }).first().click()
    await count('28 activos')
    await page.getByLabel('Nombre, placa o tag').fill('estante 2')
    await page.keyboard.press('Enter')
    await count('7 activos')
    expect(new URL(page.url()).search).toContain('tipo=furniture')
    await page.reload()
    await count('7 activos')
    await page.getByLabel('Nombre, placa o tag').fill('no existe')
    await press('Buscar')
    await count('0 activos')
    await page.getByText('Sin datos', { exact: true }).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('breaks no word of a row whose tag is as long as a tag may be', async () => {
    const tag = 'TEST-'.padEnd(64, '9')
    const { id } = (await rig.client.post('/api/assets', made('Mesa', tag))) as Asset
    await page.setViewportSize({ width: 1366, height: 768 })
    await open(`${TAB}&q=${tag}`)
    for (const text of [String(id), 'Mobiliario']) {
      const cell = row(tag).getByRole('cell', { name: text, exact: true })
      const lines = await cell.evaluate((element) => {
        const words = document.createRange()
        words.selectNodeContents(element)
        return words.getClientRects().length
      })
      expect(lines).toBe(1)
    }
    const headers = { authorization: `Bearer ${rig.client.token}` }
    await fetch(new URL(`/api/assets/${id}`, rig.client.url), { method: 'DELETE', headers })
  })

  it('empties and says why where it cannot be had, and comes back', async () => {
    await open()
    await countAll()
    await page.route('**/api/assets?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'internal', message: 'x' } }),
    )
    await press('Buscar')
    const banner = page.getByRole('alert').filter({ hasText: 'Error: 500' })
    await banner.waitFor()
    expect(await page.getByRole('row').count()).toBe(1)
    await page.getByText('La lista no se pudo cargar.').waitFor()
    expect(await page.getByText('Sin datos').count()).toBe(0)
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.unroute('**/api/assets?*')
    await banner.getByRole('button', { name: 'Reintentar' }).click()
    await row('Estante 25').waitFor()
  })

  it('only shows to who may not edit', async () => {
    const ana = { email: 'ana@ejemplo.co', name: 'Ana', password: 'first one', role: 'operator' }
    await rig.client.post('/api/users', ana)
    await logIn(page, TAB, ana)
    await row('Estante 25').waitFor()
    const edits = page.getByRole('button', { name: /^(Nuevo|Crear|Editar .+|Borrar .+)$/ })
    expect(await edits.count()).toBe(0)
    expect(await form().count()).toBe(0)
  })
})

describe('the form', () => {
  it('says what is missing or wrong beside its fields', async () => {
    await open()
    await press('Crear')
    await form().getByText('El nombre es obligatorio').waitFor()
    await form().getByText('El Tag RFID es obligatorio').waitFor()
    await until('the focus', async () => (await field('Nombre').evaluate(isFocused)) === true)
    expect(await faultsInAllLooks(page)).toEqual([])

    await field('Tipo').selectOption('Vehículo')
    await field('Tag RFID').fill('a_')
    await press('Crear')
    await form().getByText('La placa es obligatoria para vehículos').waitFor()
    await form().getByText('Formato de Tag inválido').waitFor()
    expect(await form().getByText('El nombre es obligatorio').count()).toBe(0)
    await field('Placa').fill('ñq-9')
    expect(await field('Placa').inputValue()).toBe('ÑQ-9')
    await field('Tag RFID').fill('abc')
    await form().getByText('Este tag no coincide con el formato de lectura').waitFor()
    expect(await field('Tag RFID').inputValue()).toBe('ABC')
    await press('Crear')
    await row('ÑQ-9').waitFor()
    expect(await stored('ABC')).toMatchObject({ type: 'vehicle', plate: 'ÑQ-9', name: '' })
  })

  it('creates once, however often it is pressed, and says what is there already', async () => {
    await open()
    await fillProduct('Báscula', 'TEST-B1')
    await field('Propietario').fill('Logística')
    await field('Ubicación').fill('Patio')
    let posts = 0
    page.on('request', (request) => void (posts += request.method() === 'POST' ? 1 : 0))
    await page.getByRole('button', { name: 'Crear', exact: true }).dblclick()
    // The notice goes by itself.
    await page.getByText('Activo creado').waitFor()
    await row('Báscula').waitFor()
    expect(posts).toBe(1)
    expect(await stored('TEST-B1')).toMatchObject({ owner: 'Logística', location: 'Patio' })
    await until('an empty form', async () => (await field('Nombre').inputValue()) === '')

    await fillProduct('Otra báscula', 'test-b1')
    await press('Crear')
    await form()
      .getByRole('alert')
      .getByText('Placa o Tag duplicados: el tag TEST-B1 ya es de Báscula')
      .waitFor()
    expect(await field('Nombre').inputValue()).toBe('Otra báscula')
    await page.route('**/api/assets', (route) => route.abort())
    await press('Crear')
    await form()
      .getByRole('alert')
      .getByText(/^Error guardando/)
      .waitFor()
    await page.unroute('**/api/assets')
    const full = { error: 'disk_full', message: 'El disco del hub está lleno: no se guardó' }
    await page.route('**/api/assets', (route) => route.fulfill({ status: 507, json: full }))
    await press('Crear')
    await form().getByRole('alert').getByText(full.message, { exact: true }).waitFor()
    await page.unroute('**/api/assets')
    await press('Nuevo')
    await page.getByRole('button', { name: 'Aceptar' }).click()
    await until('an empty form', async () => (await field('Nombre').inputValue()) === '')
  })

  it('edits what the address asks for, and Cancelar gives up', async () => {
    const tag = `TEST-${'L'.repeat(40)}`
    await rig.client.post('/api/assets', made('Tag largo', tag))
    const id = (await stored(tag))?.id
    await open()
    await page.goto(`${TAB}&editar=${id}`)
    await page.getByRole('heading', { name: 'Editar activo' }).waitFor()
    expect(await field('Tag RFID').inputValue()).toBe(tag)
    await until('the address', async () => !page.url().includes('editar'))
    await field('Nombre').fill('Tag muy largo')
    await press('Guardar')
    // The notice goes by itself.
    await page.getByText('Activo actualizado').waitFor()
    await row('Tag muy largo').waitFor()

    await page.getByRole('button', { name: 'Editar Tag muy largo' }).click()
    await field('Nombre').fill('nada')
    await press('Cancelar')
    await page.getByRole('heading', { name: 'Nuevo activo' }).waitFor()
    await until('the focus', async () => (await focused(page)) === 'Editar Tag muy largo')
    expect((await stored(tag))?.name).toBe('Tag muy largo')
  })

  it('tells the second of two people what the first changed', async () => {
    await rig.client.post('/api/assets', made('Grúa', 'TEST-G1'))
    await open(`${TAB}&q=TEST-G1`)
    const other = await openWatchedPage(rig.browser, rig.client.url)
    const mine = page
    try {
      await mine.getByRole('button', { name: 'Editar Grúa' }).click()
      await field('Propietario').fill('Mío')
      page = other.page
      await open(`${TAB}&q=TEST-G1`)
      await page.getByRole('button', { name: 'Editar Grúa' }).click()
      await field('Nombre').fill('Grúa 2')
      await press('Guardar')
      await row('Grúa 2').waitFor()
      page = mine
      await press('Guardar')
      await form().getByText('Nombre: «Grúa» → «Grúa 2»').waitFor()
      expect(await stored('TEST-G1')).toMatchObject({ name: 'Grúa 2', owner: null })
      expect(await faultsInAllLooks(page)).toEqual([])
      await form().getByRole('button', { name: 'Usar lo nuevo' }).click()
      await until('the new name', async () => (await field('Nombre').inputValue()) === 'Grúa 2')
      await field('Propietario').fill('Mío')

      const { id, updated_at: _, ...fields } = (await stored('TEST-G1')) as Asset
      await rig.client.put(`/api/assets/${id}`, { ...fields, location: 'Muelle' })
      await press('Guardar')
      await form().getByText('Ubicación: «vacío» → «Muelle»').waitFor()
      await form().getByRole('button', { name: 'Guardar lo mío' }).click()
      await row('Grúa 2').waitFor()
      await until('my owner', async () => (await stored('TEST-G1'))?.owner === 'Mío')
    } finally {
      page = mine
      await other.context.close()
    }
    expect(other.troubles).toEqual([])
  })
})

it('deletes after a question that names the asset, and says what failed', async () => {
  await rig.client.post('/api/assets', made('Escalera', 'TEST-E1'))
  await open(`${TAB}&q=TEST-E1`)
  await page.getByRole('button', { name: 'Borrar Escalera' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Eliminar activo?').waitFor()
  await dialog.getByText('Escalera · TEST-E1').waitFor()
  await until('the careful button', async () => (await focused(page)) === 'Cancelar')
  expect(await faultsInAllLooks(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await stored('TEST-E1')).toBeDefined()

  const remove = async () => {
    await page.getByRole('button', { name: 'Borrar Escalera' }).click()
    await page.getByRole('button', { name: 'Sí, eliminar' }).click()
  }
  await page.route('**/api/assets/*', (route) => route.abort())
  await remove()
  await page.getByRole('alert').getByText('Error al eliminar').waitFor()
  await page.unroute('**/api/assets/*')

  const { id, updated_at: _, ...fields } = (await stored('TEST-E1')) as Asset
  await rig.client.put(`/api/assets/${id}`, { ...fields, owner: 'Otra' })
  await remove()
  await page.getByText('Otra persona cambió Escalera hace un momento').waitFor()
  await remove()
  await count('0 activos')
  expect(await stored('TEST-E1')).toBeUndefined()
})

describe('the photo', () => {
  it('of 20 MB is scaled down and set upright before it goes, and is taken away again', async () => {
    const [width, height] = [3600, 2400]
    const noise = { raw: { width, height, channels: 3 as const } }
    const photo = await sharp(randomBytes(width * height * 3), noise)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer()
    expect(photo.length).toBeGreaterThan(18 * 1024 * 1024)
    await open()
    await fillProduct('Con foto', 'TEST-F1')
    // From a file: 20 MB as text, through two processes, take a busy machine longer than they may.
    const folder = mkdtempSync(join(tmpdir(), 'photo-'))
    writeFileSync(join(folder, 'big.jpg'), photo)
    await photoInput().setInputFiles(join(folder, 'big.jpg'))
    const preview = form().getByRole('img', { name: 'Foto elegida' })
    await preview.waitFor()
    await form().getByText('Foto lista. Se guarda con el formulario.').waitFor()
    await until('the size', () => preview.evaluate(hasSize, [1067, 1600] as const))
    rmSync(folder, { recursive: true })
    await press('Crear')
    const shown = row('Con foto').getByRole('img', { name: 'Foto de Con foto' })
    await shown.waitFor()
    await until('the photo', () => shown.evaluate(hasSize, [1067, 1600] as const))
    expect((await stored('TEST-F1'))?.photo_url).toMatch(/^\/api\/photos\//)
    expect(await faultsInAllLooks(page)).toEqual([])

    await page.getByRole('button', { name: 'Editar Con foto' }).click()
    await form().getByRole('button', { name: 'Quitar foto' }).click()
    await press('Guardar')
    await shown.waitFor({ state: 'detached' })
    expect((await stored('TEST-F1'))?.photo_url).toBeNull()
  })

  it('says what to do with a file that is none, and why an upload failed', async () => {
    await open()
    const alert = form().getByRole('alert')
    const heic = Buffer.concat([
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
      randomBytes(999),
    ])
    await photoInput().setInputFiles({ name: 'IMG.HEIC', mimeType: 'image/heic', buffer: heic })
    await alert.getByText(/^Fallo subiendo imagen.*HEIC.*JPEG o PNG/).waitFor()
    const text = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no photo') }
    await photoInput().setInputFiles(text)
    await alert.getByText(/^Fallo subiendo imagen.*JPEG o PNG/).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])

    const background = { width: 40, height: 30, channels: 3 as const, background: '#a33' }
    const buffer = await sharp({ create: background }).png().toBuffer()
    const small = { name: 'small.png', mimeType: 'image/png', buffer }
    const message = 'El archivo no es una foto JPEG, PNG o WebP'
    await page.route('**/api/upload/image', (route) =>
      route.fulfill({ status: 400, json: { error: 'invalid_input', message } }),
    )
    await photoInput().setInputFiles(small)
    await alert.getByText(`Fallo subiendo imagen. ${message}`).waitFor()
    await page.unroute('**/api/upload/image')
    await photoInput().setInputFiles(small)
    await form().getByRole('img', { name: 'Foto elegida' }).waitFor()
    expect(await alert.count()).toBe(0)
  })

  it('is waited for by a form that is sent too early', async () => {
    await open()
    await fillProduct('Apurado', 'TEST-A1')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/upload/image', async (route) => {
      await held
      await route.continue()
    })
    const background = { width: 40, height: 30, channels: 3 as const, background: '#a33' }
    const buffer = await sharp({ create: background }).png().toBuffer()
    await photoInput().setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await form().getByText('Subiendo la foto...').waitFor()
    await press('Crear')
    await form().getByText('La foto se está subiendo. Espera a que termine y guarda.').waitFor()
    expect(await stored('TEST-A1')).toBeUndefined()
    release()
    await form().getByRole('img', { name: 'Foto elegida' }).waitFor()
    await press('Crear')
    await row('Apurado').getByRole('img').waitFor()
  })
})

function isFocused(element: Element): boolean {
  return element === document.activeElement
}

function hasSize(element: Element, [width, height]: readonly [number, number]): boolean {
  const { naturalWidth, naturalHeight } = element as HTMLImageElement
  return naturalWidth === width && naturalHeight === height
}
