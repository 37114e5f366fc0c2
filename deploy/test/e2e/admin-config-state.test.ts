import { readFileSync } from 'node:fs'
import type { SiteState } from '@vehicle-control/protocol'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { onPostgres } from '../rig/on-postgres.ts'
import { eachOnItsPage, itOnce, PageRig } from '../rig/page-rig.ts'
import { Site, until } from '../rig/site.ts'
import { faultsInAllLooks, logIn } from '../rig/watched-page.ts'

const TAB = '/admin?tab=config'
const rosa = { email: 'rosa@ejemplo.co', name: 'Rosa Gil', password: 'blue tractor' }

/** A hub with a second superadmin. */
const hubOfTwo = async (site: Site) => {
  const client = await site.startHub()
  const proof = { currentPassword: (await client.demoLogin())?.password }
  await client.post('/api/users', { ...rosa, role: 'superadmin', proof })
  return client
}

let page: Page
const part = (name: string) => page.getByRole('region', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const looksGood = async () => expect(await faultsInAllLooks(page)).toEqual([])
const holds = (name: string, text: string) =>
  until(`${name} to be «${text}»`, async () => (await field(name).inputValue()) === text)

async function open(): Promise<void> {
  await logIn(page, TAB)
  await field('Nombre del sitio').waitFor()
}

describe('what the environment sets', () => {
  const env = {
    HUB_SITE_NAME: 'Bodega Sur',
    HUB_SMTP_URL: 'smtp://ana:s3cr3t@127.0.0.1:9?from=hub@ejemplo.co',
  }
  const rig = eachOnItsPage(new PageRig(hubOfTwo, new Site(env)))
  beforeEach(() => void (page = rig.page))

  it('is shown and not to be changed, beside what is', async () => {
    await open()
    const name = field('Nombre del sitio')
    expect(await name.inputValue()).toBe('Bodega Sur')
    expect(await name.getAttribute('readonly')).not.toBeNull()
    await part('Ajustes')
      .getByText(/^fijado por HUB_SITE_NAME · /)
      .waitFor()
    const fixed = part('Fijado por el entorno')
    await fixed.getByText('127.0.0.1:9 · fijado por HUB_SMTP_URL').waitFor()
    await fixed.getByText('America/Bogota · por defecto').waitFor()
    expect(await fixed.innerText()).not.toContain('s3cr3t')
    // Each has a name of its own.
    expect(await fixed.locator('dt').filter({ hasText: /_/ }).count()).toBe(0)
    await looksGood()
    await field('Minutos sin noticias de un agente hasta el aviso').fill('7')
    await button('Guardar').click()
    await page.getByText('Ajustes guardados').last().waitFor()
    await holds('Nombre del sitio', 'Bodega Sur')
  })

  itOnce('mails who asks, and says in words why the mail server takes nothing', async () => {
    await open()
    const mail = part('Correo')
    await mail.getByText('Este hub envía por 127.0.0.1:9.').waitFor()
    await button('Probar correo').click()
    await mail
      .getByRole('alert')
      .filter({ hasText: 'El correo no sale: 127.0.0.1:9 no acepta la conexión.' })
      .filter({ hasText: 'Revisa que el servidor de correo esté en marcha' })
      .filter({ hasText: /Respuesta del servidor: «.+»/ })
      .waitFor()
    await button('Probar correo').and(page.locator(':focus')).waitFor()
    expect(await mail.innerText()).not.toContain('s3cr3t')
    await looksGood()
    for (let i = 0; i < 2; i++) {
      const answer = page.waitForResponse('**/api/config/mail-test')
      await button('Probar correo').click()
      await answer
    }
    await button('Probar correo').click()
    await mail.getByText(/Ya probaste el correo 3 veces en una hora/).waitFor()
  })

  itOnce('says what the mail server said to a mail that it took', async () => {
    await page.route('**/api/config/mail-test', (route) =>
      route.fulfill({
        json: {
          to: rosa.email,
          server: 'mail.ejemplo.co:587',
          sent: true,
          cause: null,
          answer: '250 2.0.0 Ok: queued as 4F',
        },
      }),
    )
    await open()
    await button('Probar correo').click()
    await part('Correo')
      .getByText(`mail.ejemplo.co:587 recibió el mensaje para ${rosa.email}.`)
      .filter({ hasText: 'Respuesta del servidor: «250 2.0.0 Ok: queued as 4F»' })
      .waitFor()
    await looksGood()
  })
})

describe('how the hub stands', () => {
  const rig = eachOnItsPage(new PageRig(hubOfTwo))
  beforeEach(() => void (page = rig.page))
  const item = (name: RegExp) =>
    part('Estado')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) })

  it('is told of each thing by a word, figures, and what to do', async () => {
    await open()
    await item(/^Disco de /)
      .getByText(/libres de/)
      .first()
      .waitFor()
    await item(onPostgres ? /^Base de datos \(Postgres/ : /^Base de datos \(SQLite\)$/)
      .getByText('Bien')
      .waitFor()
    await item(/^Último respaldo$/)
      .getByText(/^No se vigila: /)
      .waitFor()
    await item(/^Certificado$/)
      .getByText('Este hub no sirve HTTPS por sí mismo')
      .waitFor()
    await item(/^Relojes$/)
      .getByText(/^El hub tiene \d\d\/\d\d\/\d{4} /)
      .waitFor()
    await item(/^Colas$/)
      .getByText('Nada espera')
      .waitFor()
    await item(/^Hubs$/)
      .getByText(/\(este\)$/)
      .waitFor()
    await item(/^Registro/)
      .getByText('Íntegro')
      .waitFor()
    await part('Correo')
      .getByText(/^Este hub no envía correo: pon HUB_SMTP_URL/)
      .waitFor()
    await looksGood()
    await item(/^Registro/)
      .getByRole('link')
      .click()
    await page.getByRole('heading', { name: 'Registro', exact: true }).waitFor()
  })

  itOnce('warns as well as it says that all is well', async () => {
    await page.route('**/api/config/state', async (route) => {
      const response = await route.fetch()
      const state = (await response.json()) as SiteState
      const [disk] = state.disks
      const bad: SiteState = {
        ...state,
        disks: disk ? [{ ...disk, level: 'bad', free_bytes: 1e6 }] : [],
        certificate: { level: 'warn', ends_at: '2000-01-01T00:00:00.000Z', names: ['hub.co'] },
        queues: { level: 'unknown', mails: 0, entries: 0, outboxes: null, dead_letters: null },
      }
      await route.fulfill({ json: bad })
    })
    await open()
    await item(/^Disco de /)
      .getByText('Urgente')
      .waitFor()
    await item(/^Disco de /)
      .getByText(/^Libera espacio/)
      .waitFor()
    await item(/^Certificado$/)
      .getByText(/^Venció el /)
      .waitFor()
    await item(/^Colas$/)
      .getByText('Sin datos')
      .waitFor()
    await looksGood()
  })

  it('is downloaded for whoever helps, without what logs anybody in', async () => {
    await open()
    const link = part('Diagnóstico').getByRole('link', { name: 'Descargar diagnóstico' })
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(file.suggestedFilename()).toMatch(/^diagnostico-\d+\.zip$/)
    const files = Object.values(unzipSync(readFileSync(await file.path())))
    expect(files.length).toBeGreaterThan(2)
    const whole = files.map((bytes) => strFromU8(bytes)).join('\n')
    const token = await page.evaluate(() => localStorage.getItem('token'))
    for (const secret of [String(token), rosa.email]) {
      expect(whole).not.toContain(secret)
    }
    await page.goto('/admin?tab=usuarios&vista=registro')
    // The hub's word for it has one of the page's.
    await page
      .getByRole('table', { name: 'Registro' })
      .getByText(/diagnóstico/i)
      .first()
      .waitFor()
  })

  itOnce('is at 320 px a tab that is seen', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    await open()
    const box = await page.getByRole('tab', { name: 'Config' }).boundingBox()
    expect(Number(box?.x) + Number(box?.width)).toBeLessThanOrEqual(320)
  })

  itOnce('leaves the settings alone where it cannot be had', async () => {
    await page.route('**/api/config/state', (route) =>
      route.fulfill({
        status: 503,
        json: { error: 'database_away', message: 'La base no responde' },
      }),
    )
    await open()
    await part('Estado').getByRole('alert').filter({ hasText: 'La base no responde' }).waitFor()
    await looksGood()
    await page.unroute('**/api/config/state')
    await button('Reintentar').click()
    await item(/^Colas$/).waitFor()
  })
})
