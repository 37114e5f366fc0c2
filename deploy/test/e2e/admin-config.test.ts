import type { PublicConfig, SiteConfig } from '@vehicle-control/protocol'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eachOnItsPage, itOnce, PageRig } from '../rig/page-rig.ts'
import { type Site, until } from '../rig/site.ts'
import { faultsInAllLooks, logIn, openWatchedPage, waitForPrefilled } from '../rig/watched-page.ts'

const TAB = '/admin?tab=config'
const CHANGED = 'Otra persona cambió los ajustes mientras los editabas'
const rosa = { email: 'rosa@ejemplo.co', name: 'Rosa Gil', password: 'blue tractor' }
const eva = { email: 'eva@ejemplo.co', name: 'Eva Paz', password: 'blue tractor' }

/** A hub with a second superadmin and an administrator. */
const hubWithPeople = async (site: Site) => {
  const client = await site.startHub()
  const proof = { currentPassword: (await client.demoLogin())?.password }
  await client.post('/api/users', { ...rosa, role: 'superadmin', proof })
  await client.post('/api/users', { ...eva, role: 'admin' })
  return client
}

let page: Page
const part = (name: string, on = page) => on.getByRole('region', { name, exact: true })
const field = (name: string, on = page) => on.getByRole('textbox', { name, exact: true })
const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const looksGood = async () => expect(await faultsInAllLooks(page)).toEqual([])
const holds = (name: string, text: string, on = page) =>
  until(`${name} to be «${text}»`, async () => (await field(name, on).inputValue()) === text)

async function open(on = page, somebody?: typeof rosa): Promise<void> {
  await logIn(on, TAB, somebody)
  await field('Nombre del sitio', on).waitFor()
}
async function save(on = page): Promise<void> {
  await button('Guardar', on).click()
  await on.getByText('Ajustes guardados').last().waitFor()
}

describe('what superadmins set', () => {
  const rig = eachOnItsPage(new PageRig(hubWithPeople))
  const stored = async () => (await rig.client.get('/api/config')) as SiteConfig
  const openElsewhere = () => openWatchedPage(rig.browser, rig.client.url)
  beforeEach(() => void (page = rig.page))
  afterEach(async () => {
    const { version } = await stored()
    await fetch(new URL('/api/config/settings', rig.client.url), {
      method: 'PATCH',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${rig.client.token}`,
      },
      body: JSON.stringify({
        version,
        site_name: null,
        suppress_window_ms: 60_000,
        alert_recipients: null,
        muted_alerts: [],
        offline_alert_minutes: 5,
      }),
    })
  })

  itOnce('is a tab of theirs; to others it says why it does not open', async () => {
    await logIn(page, '/admin', eva)
    const soon = page.getByRole('tab', { name: 'Config (próx)' })
    expect(await soon.isDisabled()).toBe(true)
    expect(await soon.getAttribute('data-soon')).toBe('Solo para superadministradores')
    await page.goto(TAB)
    await page.getByRole('table', { name: 'Vehículos' }).waitFor()
    expect(await page.getByText('Fijado por el entorno').count()).toBe(0)
  })

  it('is stored, and holds wherever the site is named, without a reload', async () => {
    const wall = await openElsewhere()
    await logIn(wall.page, '/dashboard?kiosk=1')
    const named = (name: string) =>
      wall.page.getByText(name, { exact: true }).locator('visible=true').first().waitFor()
    await named('127.0.0.1')
    await open()
    await looksGood()
    await field('Nombre del sitio').fill('Patio Norte')
    await field('Supresión (ms)').fill('45.000')
    await field('Minutos sin noticias de un agente hasta el aviso').fill('15')
    await field('Quién recibe los avisos por correo').fill('Ana@Ejemplo.co\nluz@ejemplo.co')
    await page.getByText('Se envían 26 de 26').click()
    await page.getByLabel('El reloj dio un salto').uncheck()
    await looksGood()
    await save()
    expect((await stored()).settings).toEqual({
      site_name: 'Patio Norte',
      suppress_window_ms: 45_000,
      alert_recipients: ['ana@ejemplo.co', 'luz@ejemplo.co'],
      muted_alerts: ['clock_step'],
      offline_alert_minutes: 15,
    })
    await holds('Quién recibe los avisos por correo', 'ana@ejemplo.co\nluz@ejemplo.co')
    await page.getByText('Se envían 25 de 26').waitFor()
    expect(((await rig.client.get('/api/public-config')) as PublicConfig).siteName).toBe(
      'Patio Norte',
    )
    await named('Patio Norte')
    await wall.context.close()
    expect(wall.troubles).toEqual([])
  })

  it('has one suppression window with the live screen', async () => {
    await open()
    await field('Supresión (ms)').fill('1')
    await field('Nombre del sitio').focus()
    await holds('Supresión (ms)', '10000')
    await save()
    await page.getByRole('link', { name: 'RFID Tiempo Real' }).first().click()
    await holds('Supresión (ms)', '10000')
    await field('Supresión (ms)').fill('20000')
    await button('Guardar').click()
    await page.getByText('Supresión actualizada: 20.000 ms').waitFor()
    await page.getByRole('link', { name: 'Administración' }).first().click()
    await page.getByRole('tab', { name: 'Config' }).click()
    await holds('Supresión (ms)', '20000')
  })

  it('follows what others set until something is typed, and saves no more than that', async () => {
    const other = await openElsewhere()
    await open(other.page, rosa)
    await open()
    await field('Nombre del sitio').fill('El mío')
    await field('Minutos sin noticias de un agente hasta el aviso', other.page).fill('30')
    await field('Nombre del sitio', other.page).fill('El de Rosa')
    await save(other.page)
    await button('Guardar').click()
    await page.getByText(CHANGED).and(page.locator(':focus')).waitFor()
    await page.getByText('Nombre del sitio: «vacío» → «El de Rosa»').waitFor()
    await page.getByText('hasta el aviso: «5» → «30»').waitFor()
    await holds('Nombre del sitio', 'El mío')
    expect((await stored()).settings.site_name).toBe('El de Rosa')
    await looksGood()
    await button('Guardar lo mío').click()
    await page.getByText('Ajustes guardados').last().waitFor()
    expect((await stored()).settings).toMatchObject({
      site_name: 'El mío',
      offline_alert_minutes: 30,
    })
    await holds('Minutos sin noticias de un agente hasta el aviso', '30')
    // Nothing is typed there: it shows what was set here, by itself.
    await holds('Nombre del sitio', 'El mío', other.page)

    await field('Nombre del sitio').fill('Otra vez')
    await field('Nombre del sitio', other.page).fill('Rosa otra vez')
    await save(other.page)
    await button('Guardar').click()
    await page.getByText(CHANGED).waitFor()
    await button('Usar lo nuevo').click()
    await holds('Nombre del sitio', 'Rosa otra vez')
    await page.getByText(CHANGED).waitFor({ state: 'detached' })
    await other.context.close()
    expect(other.troubles).toEqual([])
  })

  itOnce('is refused beside its field, with the focus there', async () => {
    await open()
    const recipients = 'Quién recibe los avisos por correo'
    await field(recipients).fill('ana@ejemplo.co\nluz')
    await field('Minutos sin noticias de un agente hasta el aviso').fill('2')
    await button('Guardar').click()
    await page.getByText('«luz» no es un correo: escribe algo como nombre@empresa.co').waitFor()
    await page.getByText('Escribe un número entero de 3 a 1.440').waitFor()
    await page.locator('[aria-invalid=true]:focus').waitFor()
    await looksGood()
    await field('Minutos sin noticias de un agente hasta el aviso').fill('3')
    await field(recipients).fill('ana@ejemplo.co')
    await page.route('**/api/config/settings', (route) =>
      route.fulfill({
        status: 400,
        json: {
          error: 'invalid_input',
          message: 'x',
          issues: [{ path: 'alert_recipients.0', message: 'El hub no lo admite' }],
        },
      }),
    )
    await button('Guardar').click()
    await page.getByText('El hub no lo admite').waitFor()
    await field(recipients).and(page.locator(':focus')).waitFor()
    await page.unroute('**/api/config/settings')
    await button('Descartar').click()
    await holds(recipients, '')
    await button('Descartar').waitFor({ state: 'detached' })
    await button('Guardar').click()
    await page.getByText('No hay cambios que guardar').waitFor()
  })

  itOnce('is typed on where the session ended meanwhile', async () => {
    await open()
    await field('Nombre del sitio').fill('Medio escrito')
    await fetch(new URL('/api/auth/logout', rig.client.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`,
      },
    })
    await waitForPrefilled(page)
    await button('Entrar').click()
    await page.getByText('Recuperamos lo que estabas escribiendo').waitFor()
    await holds('Nombre del sitio', 'Medio escrito')
    await looksGood()
  })

  itOnce('is done by keyboard alone', async () => {
    await open()
    await field('Quién recibe los avisos por correo').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.getByLabel('Sin conexión').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Space')
    await page.getByText('Se envían 25 de 26').waitFor()
    await field('Nombre del sitio').focus()
    await page.keyboard.press('Enter')
    await page.getByText('Ajustes guardados').last().waitFor()
    expect((await stored()).settings.muted_alerts).toEqual(['agent_offline'])
  })

  it('that a newer hub wrote is told, and may be set anew', async () => {
    await rig.site.execute(
      `insert into settings (key, value) values ('offline_alert_minutes', '{"day":5,"night":30}')
       on conflict (key) do update set value = excluded.value`,
    )
    await open()
    await page.getByText(/Lo guardó una versión más nueva/).waitFor()
    await looksGood()
    await holds('Minutos sin noticias de un agente hasta el aviso', '5')
    await field('Minutos sin noticias de un agente hasta el aviso').fill('6')
    await field('Minutos sin noticias de un agente hasta el aviso').fill('5')
    await save()
    expect(await stored()).toMatchObject({
      unreadable: [],
      settings: { offline_alert_minutes: 5 },
    })
    await page.getByText(/Lo guardó una versión más nueva/).waitFor({ state: 'detached' })
  })

  itOnce('says that it cannot be had, and comes back by itself', async () => {
    await page.route('**/api/config', (route) =>
      route.fulfill({ status: 500, json: { error: 'internal', message: 'x' } }),
    )
    await logIn(page, TAB)
    await part('Ajustes').getByRole('alert').filter({ hasText: 'Error: 500' }).waitFor()
    await looksGood()
    await page.unroute('**/api/config')
    await button('Reintentar').first().click()
    await field('Nombre del sitio').waitFor()
  })
})
