import type { InviteSent } from '@vehicle-control/protocol'
import { openTestSmtp } from '@vehicle-control/hub/testing/test-smtp'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { PageRig } from '../rig/page-rig.ts'
import { Site } from '../rig/site.ts'
import { faultsInAllLooks, logIn, openWatchedPage, type WatchedPage } from '../rig/watched-page.ts'

const TAB = '/admin?tab=usuarios'
const GONE = 'nadie@ejemplo.co'

let isHanging = false
const smtp = await openTestSmtp({
  onMailFrom(_address, _session, done) {
    if (!isHanging) done()
  },
  onRcptTo({ address }, _session, done) {
    if (address !== GONE) return done()
    done(Object.assign(new Error('no such user'), { responseCode: 550 }))
  },
})
beforeAll(() => rig.start(), 120_000)
afterAll(async () => {
  await rig.end()
  await smtp.close()
})

const rig = new PageRig((site) => site.startHub(), new Site({ HUB_SMTP_URL: smtp.url }))
/** A hub mails no link to a bare address: it is opened by a name. */
const byName = () => rig.client.url.replace('127.0.0.1', 'localhost')
let watched: WatchedPage
let page: Page
const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const row = (text: string) =>
  page.getByRole('table', { name: 'Usuarios' }).getByRole('row').filter({ hasText: text })
const says = (text: string | RegExp) => page.getByText(text, { exact: true }).waitFor()
const looksGood = async () => expect(await faultsInAllLooks(page)).toEqual([])

async function invite(email: string): Promise<void> {
  await logIn(page, TAB)
  await button('Invitar').click()
  await dialog().getByLabel('Correo', { exact: true }).fill(email)
  await dialog().getByLabel('Nombre', { exact: true }).fill('Luz Mar')
  await button('Enviar invitación').click()
}
const close = () => button('Listo').click()
const shownLink = () => dialog().locator('code')

beforeEach(async () => {
  isHanging = false
  smtp.refuse(null)
  watched = await openWatchedPage(rig.browser, byName())
  page = watched.page
})
afterEach(async () => {
  await watched.context.close()
  expect(watched.troubles).toEqual([])
})

it('says where it went, and how a mistyped address is taken back', async () => {
  await invite('lus@ejemplo.co')
  await says('Enviada a lus@ejemplo.co')
  await says(/^El enlace tiene la dirección de este mismo equipo: no abre en ningún otro\./)
  await says('¿Está mal escrito el correo? «Revocar», en la lista, anula la invitación.')
  expect(await shownLink().count()).toBe(0)
  await looksGood()
  await close()
  await row('lus@ejemplo.co')
    .getByRole('button', { name: /^Revocar/ })
    .click()
  await button('Aceptar').click()
  await row('lus@ejemplo.co').getByText('Inactivo').waitFor()
  await row('lus@ejemplo.co').getByText('Invitación revocada', { exact: true }).waitFor()
  await looksGood()
})

it('shows the link where the mail server refuses, and is sent again once it is back', async () => {
  smtp.refuse('try later')
  await invite('luz@ejemplo.co')
  await says(
    'El servidor de correo todavía no recibió el mensaje para luz@ejemplo.co. El hub lo intenta de nuevo durante 15 minutos; si no le llega, envíala otra vez.',
  )
  await says(/^Si es urgente, entrega tú este enlace a Luz Mar, y a nadie más/)
  const link = new URL((await shownLink().textContent()) ?? '')
  await looksGood()
  await close()
  const other = await openWatchedPage(rig.browser, rig.client.url)
  await other.page.goto(new URL(`${link.pathname}${link.hash}`, rig.client.url).href)
  await other.page.getByText('Hola, Luz Mar').waitFor()
  await other.context.close()
  expect(other.troubles).toEqual([])

  smtp.refuse(null)
  await button('Invitar otra vez a luz@ejemplo.co').click()
  await button('Enviar otra vez').click()
  await says('Enviada a luz@ejemplo.co')
})

it('says that there is no such address, and shows no link of it', async () => {
  await invite(GONE)
  await says(
    `El servidor de correo no conoce la dirección ${GONE}: nadie recibe la invitación. Si está mal escrita, revócala en la lista e invita a la correcta.`,
  )
  expect(await shownLink().count()).toBe(0)
  await looksGood()
})

it('says that a link opens in the private network alone', async () => {
  await page.route('**/api/users/invites', async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as InviteSent
    await route.fulfill({ json: { ...json, invite: { ...json.invite, reach: 'site' } } })
  })
  await invite('sol@ejemplo.co')
  await says(/^El enlace abre solo en la red del sitio\./)
  await looksGood()
})

// The last: mails are sent one at a time, and this one holds up the others.
it('shows the link where the mail server does not answer', async () => {
  isHanging = true
  await invite('eva@ejemplo.co')
  await says(/^El servidor de correo todavía no recibió el mensaje para eva@ejemplo\.co/)
  expect(await shownLink().textContent()).toMatch(/^http:\/\/localhost:\d+\/invitacion#token=/)
})
