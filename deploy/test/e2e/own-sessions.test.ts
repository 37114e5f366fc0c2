import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { faultsInAllLooks, logIn, openWatchedPage } from '../rig/watched-page.ts'

const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
const ana = {
  email: 'ana@ejemplo.co',
  name: 'Ana Ruiz',
  password: 'blue tractor',
  role: 'operator',
}

const rig = eachOnItsPage(
  new PageRig(async (site) => {
    const client = await site.startHub()
    await client.post('/api/users', ana)
    return client
  }),
)
let page: Page
beforeEach(() => void (page = rig.page))

const button = (name: string) => page.getByRole('button', { name, exact: true })
const rows = () => page.getByRole('list', { name: 'Sesiones abiertas' }).getByRole('listitem')

/** Ana in another browser, on the live screen. */
async function openElsewhere() {
  const other = await openWatchedPage(rig.browser, rig.client.url, { userAgent: FIREFOX })
  await logIn(other.page, '/live-rfid', ana)
  await other.page.getByText('En vivo').waitFor()
  return {
    /** It is led to the login page, and back to where it was from there. */
    async hasEnded() {
      await other.page.waitForURL('**/login?next=%2Flive-rfid')
      await other.page.getByText('Sesión vencida').waitFor()
      await other.context.close()
      expect(other.troubles).toEqual([])
    },
  }
}

it('a person sees the own sessions, and ends one or all others', async () => {
  await logIn(page, '/map', ana)
  const phone = await openElsewhere()
  await button('Cuenta').click()
  await button('Sesiones').click()
  await rows().first().waitFor()
  expect(await rows().count()).toBe(2)
  await rows().first().getByText('Esta sesión').waitFor()
  const elsewhere = rows().nth(1)
  await elsewhere.getByText('Firefox · Android').waitFor()
  await elsewhere.getByText('127.0.0.1').waitFor()
  await elsewhere.getByText(/^Último uso: hace un momento \(/).waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])

  await elsewhere.getByRole('button', { name: /^Cerrar la sesión de Firefox/ }).click()
  await page.getByText('Se cerró 1 sesión.').waitFor()
  expect(await rows().count()).toBe(1)
  await phone.hasEnded()
  await page.getByText('No hay otras sesiones abiertas.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const others = [await openElsewhere(), await openElsewhere()]
  await button('Cuenta').click()
  await button('Sesiones').click()
  await rows().nth(2).waitFor()
  await button('Cerrar todas las demás').click()
  expect(await faultsInAllLooks(page)).toEqual([])
  await button('Sí, cerrar').click()
  await page.getByText('Se cerraron 2 sesiones.').waitFor()
  for (const other of others) await other.hasEnded()
  await page.reload()
  await page.getByRole('heading', { name: 'Mapa de agentes' }).waitFor()
})

it('tells the hub with each call how long nobody has touched the page', async () => {
  const asked = page.waitForRequest('**/api/map/agents')
  await logIn(page, '/map', ana)
  const idle = (await asked).headers()['x-idle-seconds']
  // Whole seconds since the press on «Entrar».
  expect(idle).toMatch(/^\d{1,2}$/)
})
