import type { SitePlanAnswer } from '@vehicle-control/protocol'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, logIn } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new PageRig())
let page: Page
beforeEach(() => void (page = rig.page))
afterEach(() => call('DELETE', '/api/site-plan'))

/** 40 pixels by 30. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAMAAABpA6zvAAAAA1BMVEUAgIBxQSaxAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQ4jWNgGAWjYBSMguEAAATOAAE9WQaqAAAAAElFTkSuQmCC',
  'base64',
)
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
/** Where somebody else puts it. */
const THEIRS = [
  { x: 1, y: 2, lat: 4.7121, lon: -74.0733 },
  { x: 36, y: 25, lat: 4.7104, lon: -74.0708 },
]
const CHANGED = 'Otra persona cambió el plano; revisa cómo quedó e intenta de nuevo'

/** What another superadmin does meanwhile. */
async function call(method: string, path: string, body: FormData | string | null = null) {
  const headers = new Headers({ authorization: `Bearer ${rig.client.token}` })
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  const answer = await fetch(`${rig.client.url}${path}`, { method, headers, body })
  return ((await answer.json()) as SitePlanAnswer).plan
}
const stored = () => call('GET', '/api/site-plan')
async function upload() {
  const form = new FormData()
  form.set('image', new Blob([PICTURE]), 'plano.png')
  return await call('POST', '/api/site-plan/image', form)
}
const place = async (points = THEIRS) =>
  call(
    'PUT',
    '/api/site-plan/points',
    JSON.stringify({ version: (await stored())?.version, points }),
  )

const card = () => page.getByRole('region', { name: 'Plano del sitio', exact: true })
const button = (name: string) => card().getByRole('button', { name, exact: true })
const field = (name: string, which = 1) =>
  card()
    .getByRole('group', { name: `Punto ${which}` })
    .getByLabel(name, { exact: true })
const problem = (text: string) => card().getByRole('alert').filter({ hasText: text })
const send = (name: string, buffer: Buffer) =>
  card().locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
const said = (text: string) => page.getByText(text, { exact: true }).last().waitFor()
const looksGood = async () => expect(await faultsInAllLooks(page)).toEqual([])
const holds = (name: string, text: string, which = 1) =>
  until(`${name} to be «${text}»`, async () => (await field(name, which).inputValue()) === text)

async function open(): Promise<void> {
  await logIn(page, '/admin?tab=config')
  await card()
    .getByRole('button', { name: /^(Subir plano|Cambiar imagen)$/ })
    .waitFor()
}
async function type(which: number, values: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(values)) await field(name, which).fill(text)
}
it('is uploaded, placed by clicks and by numbers, and removed', async () => {
  await open()
  await send('plano.png', SVG)
  await problem('El archivo es SVG; guárdalo como PNG, JPEG o WebP').waitFor()
  await send('plano.png', PICTURE)
  await said('Plano subido: marca dos puntos para ubicarlo')
  await button('Guardar ubicación').click()
  await field('X (píxeles)').and(page.locator(':focus')).waitFor()
  await looksGood()
  await button('Plano: haz clic donde está el punto 1').click()
  await until('the click', async () => (await field('Y (píxeles)').inputValue()) !== '')
  await card().getByRole('group', { name: 'Mapa: haz clic donde está el punto 1' }).click()
  await until('the place', async () => (await field('Latitud').inputValue()) !== '')
  // By keyboard alone from here.
  await field('X (píxeles)', 2).focus()
  for (const text of ['40', '30', '4,7104', '-74,0708']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await field('Longitud', 2).focus()
  await page.keyboard.press('Enter')
  await said('Plano ubicado')
  const plan = await stored()
  expect(Math.abs(Number(plan?.points?.[0]?.x) - 20)).toBeLessThan(2)
  expect(Math.abs(Number(plan?.points?.[0]?.y) - 15)).toBeLessThan(2)
  expect(plan?.points?.[1]).toEqual({ x: 40, y: 30, lat: 4.7104, lon: -74.0708 })
  await looksGood()
  // Its own change is none of somebody else's.
  await type(2, { 'X (píxeles)': '39' })
  await button('Guardar ubicación').click()
  await until('39', async () => (await stored())?.points?.[1]?.x === 39)
  await button('Quitar plano').click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  expect(await stored()).not.toBeNull()
  await button('Quitar plano').click()
  await page.getByRole('button', { name: 'Sí, eliminar' }).click()
  await said('Plano quitado')
  await button('Subir plano').waitFor()
  expect(await stored()).toBeNull()
})

it('is not placed over what another one placed meanwhile', async () => {
  await upload()
  await open()
  await type(1, { 'X (píxeles)': '3', 'Y (píxeles)': '4', Latitud: '4,71', Longitud: '-74,07' })
  await type(2, { 'X (píxeles)': '30', 'Y (píxeles)': '4', Latitud: '4,71', Longitud: '-74,06' })
  const theirs = await place()
  // The card asks every few seconds: it knows of it.
  await card().getByText('Ubicado: el mapa lo muestra.').waitFor()
  await button('Guardar ubicación').click()
  await problem(CHANGED).waitFor()
  await looksGood()
  await holds('X (píxeles)', '3')
  expect(await stored()).toEqual(theirs)
  await button('Usar lo guardado').click()
  await holds('X (píxeles)', '1')
  await type(1, { 'X (píxeles)': '2' })
  await button('Guardar ubicación').click()
  await said('Plano ubicado')
  expect((await stored())?.points?.[0]).toMatchObject({ ...THEIRS[0], x: 2 })
})

it('is not removed, nor replaced, by who has not seen it', async () => {
  const old = await upload()
  // What a page that was asleep still shows.
  const asleep = () =>
    page.route('**/api/site-plan', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { plan: old } })
        : route.continue(),
    )
  await asleep()
  await open()
  const theirs = await place()
  await button('Quitar plano').click()
  await page.getByRole('button', { name: 'Sí, eliminar' }).click()
  await problem(CHANGED).waitFor()
  await send('plano.png', PICTURE)
  await problem(CHANGED).waitFor()
  expect(await stored()).toEqual(theirs)
  await page.unroute('**/api/site-plan')
  await holds('X (píxeles)', '1')
})
