import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, logIn, openWatchedPage } from '../rig/watched-page.ts'

const guard = { email: 'guardia@ejemplo.co', name: 'Ana Ruiz', password: 'first one' }

const rig = eachOnItsPage(
  new LiveRig(async (site) => {
    const client = await site.startHub()
    await client.post('/api/users', { ...guard, role: 'operator' })
    return client
  }),
)
let page: Page
beforeEach(() => void (page = rig.page))

const sheet = () => page.getByRole('dialog', { name: /lectura/i })
const history = () => sheet().getByRole('region', { name: 'Tag sin registrar' })
const button = (name: string) => sheet().getByRole('button', { name, exact: true })

async function asGuard(path: string): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await logIn(page, path, guard)
}
/** Opens the sheet of the newest read of a tag, once there are so many. */
async function openSheet(tag: string): Promise<void> {
  await rig.rows(tag).first().getByText('Sin registrar').click()
  await history().waitFor()
}

it('an operator reports an unknown tag, and an admin finds it in the bell and settles it', async () => {
  const tag = 'E2000017C0FFEE01'
  await page.goto('/login')
  await asGuard('/live-rfid')
  for (let read = 0; read < 3; read++) await rig.agent.read(tag)
  await until('three reads', async () => (await rig.rows(tag).count()) === 3)
  await openSheet(tag)
  await history().getByText('3.ª vez en 7 días').waitFor()
  expect(await button('Avisar').count()).toBe(1)
  expect(
    await sheet()
      .getByRole('link', { name: /Registrar/ })
      .count(),
  ).toBe(0)
  expect(await faultsInAllLooks(page)).toEqual([])

  await button('Avisar').click()
  await button('Cancelar').click()
  expect(await button('Avisar').evaluate((one) => one === document.activeElement)).toBe(true)
  await button('Avisar').click()
  const note = sheet().getByLabel(/^Nota/)
  expect(await note.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('Camioneta azul sin placa')
  expect(await faultsInAllLooks(page)).toEqual([])
  // A call that fails says so, and what was typed is still there.
  await page.route('**/report', (route) => route.fulfill({ status: 503, body: '{}' }))
  await button('Enviar aviso').click()
  await sheet().getByRole('alert').getByText('No se pudo enviar el aviso').waitFor()
  expect(await note.inputValue()).toBe('Camioneta azul sin placa')
  await page.unroute('**/report')
  await button('Enviar aviso').click()
  await page.getByText('Aviso enviado a los administradores').waitFor()
  const report = history().getByText(
    /^Avisado por Ana Ruiz, \d\d\/\d\d\/\d{4} \d\d:\d\d: Camioneta azul sin placa$/,
  )
  await report.waitFor()
  expect(await button('Avisar').count()).toBe(0)
  expect(await button('Descartar aviso de E2000017C0FFEE01').count()).toBe(0)
  expect(await faultsInAllLooks(page)).toEqual([])

  const admin = await openWatchedPage(rig.browser, rig.client.url)
  try {
    await logIn(admin.page, '/live-rfid')
    await admin.page.getByRole('button', { name: 'Avisos: 1' }).click()
    const panel = admin.page.getByRole('region', { name: 'Avisos' })
    await panel
      .getByText(`Tag desconocido ${tag}. Avisa Ana Ruiz: Camioneta azul sin placa`)
      .waitFor()
    expect(await faultsInAllLooks(admin.page)).toEqual([])
    // The first is what most reports are for, and both are as easy to press.
    const [register, dismiss] = await Promise.all([
      panel.getByRole('link', { name: `Registrar: ${tag}` }).boundingBox(),
      panel.getByRole('button', { name: `Descartar aviso de ${tag}` }).boundingBox(),
    ])
    expect(register?.height).toBe(dismiss?.height)
    expect(register?.y).toBe(dismiss?.y)
    expect(register?.x).toBeLessThan(dismiss?.x ?? 0)
    await panel.getByRole('link', { name: `Registrar: ${tag}` }).click()
    const form = admin.page.getByRole('region', { name: 'Nuevo registro' })
    await form.waitFor()
    expect(await form.getByRole('textbox', { name: /Tag/ }).inputValue()).toBe(tag)
    await admin.page.getByRole('button', { name: 'Avisos: 1' }).click()
    await panel.getByRole('button', { name: `Descartar aviso de ${tag}` }).click()
    await admin.page.getByText('Aviso descartado').waitFor()
    await panel.getByText('Sin avisos').waitFor()
    expect(admin.troubles).toEqual([])
  } finally {
    await admin.context.close()
  }
})

/** A guard sees the read of a tag that somebody else has reported. */
async function readAndReported(tag: string): Promise<void> {
  await page.goto('/login')
  await asGuard('/live-rfid')
  await rig.agent.read(tag)
  const body = { agent_code: 'porton-1', read_at: new Date().toISOString(), note: 'sin placa' }
  await rig.client.post(`/api/rfid/tags/${tag}/report`, body)
  await page.locator('tbody tr[tabindex="0"]').waitFor()
}

it('a second guard adds a note to a report that is open', async () => {
  const tag = 'E2000017C0FFEE05'
  await readAndReported(tag)
  await openSheet(tag)
  await history()
    .getByText(/^Avisado por .*: sin placa$/)
    .waitFor()
  await button('Añadir nota').click()
  await sheet().getByLabel(/^Nota/).fill('Iba \n con remolque')
  expect(await faultsInAllLooks(page)).toEqual([])
  await sheet().getByLabel(/^Nota/).press('Enter')
  await history()
    .getByText(/: sin placa · Ana Ruiz: Iba con remolque$/)
    .waitFor()
  await until('the focus', () =>
    button('Añadir nota').evaluate((one) => one === document.activeElement),
  )
})

it('what is typed before the history is there stays as it comes, with a report', async () => {
  const tag = 'E2000017C0FFEE06'
  await readAndReported(tag)
  let answer = () => {}
  const held = new Promise<void>((resolve) => void (answer = resolve))
  await page.route(`**/api/rfid/tags/${tag}?*`, async (route) => {
    await held
    await route.continue()
  })
  await openSheet(tag)
  await button('Avisar').click()
  await page.keyboard.type('Iba con remolque')
  answer()
  await history()
    .getByText(/^Avisado por .*: sin placa$/)
    .waitFor()
  const note = sheet().getByLabel(/^Nota/)
  expect(await note.inputValue()).toBe('Iba con remolque')
  expect(await note.evaluate((field) => field === document.activeElement)).toBe(true)
})

it('the sheet of an admin shows the report beside «Registrar», on the dashboard too', async () => {
  const tag = 'E2000017C0FFEE02'
  await rig.live()
  await rig.agent.read(tag)
  const body = { agent_code: 'porton-1', read_at: new Date().toISOString(), note: 'sin placa' }
  await rig.client.post(`/api/rfid/tags/${tag}/report`, body)
  await openSheet(tag)
  await history().getByText('Primera vez en 7 días').waitFor()
  await history()
    .getByText(/^Avisado por .*: sin placa$/)
    .waitFor()
  await sheet()
    .getByRole('link', { name: `Registrar ${tag}` })
    .waitFor()
  expect(await button('Avisar').count()).toBe(0)
  await page.goto(`/dashboard?tag=${tag}`)
  await rig.rows(tag).getByRole('button').click()
  await history()
    .getByText(/^Avisado por .*: sin placa$/)
    .waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
  await button(`Descartar aviso de ${tag}`).click()
  await page.getByText('Aviso descartado').waitFor()
  await until(
    'no report',
    async () =>
      (await history()
        .getByText(/^Avisado/)
        .count()) === 0,
  )
})

it('says that the history could not be had, and asks again when told to', async () => {
  const tag = 'E2000017C0FFEE03'
  await page.route('**/api/rfid/tags/**', (route) => route.fulfill({ status: 400, body: '{}' }))
  await rig.live()
  await rig.agent.read(tag)
  await openSheet(tag)
  await history().getByRole('alert').getByText('No se pudo cargar su historial.').waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
  await page.unroute('**/api/rfid/tags/**')
  await button('Reintentar').click()
  await history().getByText('Primera vez en 7 días').waitFor()
})

it('a link to the form of a new row tells an operator who may add it, and the way to «Avisar»', async () => {
  const tag = 'E2000017C0FFEE04'
  await page.goto('/login')
  await asGuard('/live-rfid')
  await rig.agent.read(tag)
  await rig.rows(tag).first().waitFor()
  await page.goto(`/admin?nuevo=1&tag=${tag}`)
  const refused = page.getByRole('dialog', { name: 'Solo un administrador puede registrar' })
  await refused.getByText(tag).waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
  await refused.getByRole('link', { name: 'Ver sus lecturas' }).click()
  await refused.waitFor({ state: 'detached' })
  await rig.rows(tag).getByRole('button').click()
  await button('Avisar').waitFor()
  await page.goto('/admin?tab=activos&nuevo=1')
  await refused.getByRole('link', { name: 'Ver lecturas en vivo' }).waitFor()
})
