import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { AgentsRig, NORTE, SUR } from '../rig/agents-rig.ts'
import { LiveAgent } from '../rig/live-agent.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { claimTwice } from '../rig/two-devices.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const rig = eachOnItsPage(
  new AgentsRig(async (site) => {
    const client = await site.startHub()
    await client.post('/api/agents', NORTE)
    await client.post('/api/agents', SUR)
    return client
  }),
)
let page: Page
beforeEach(() => void (page = rig.page))

const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

async function downloaded(name: string): Promise<NodeJS.Dict<string>> {
  const start = page.waitForEvent('download')
  await rig.button('Descargar .env', rig.dialog(name)).click()
  const download = await start
  return parseEnv(await readFile(await download.path(), 'utf8'))
}

describe('rotating a key', () => {
  it('keeps the old one for a day, and shows the new one for a minute', async () => {
    await page.clock.install()
    await rig.openTab()
    await rig.act('Rotar clave', NORTE.name)
    const ask = rig.dialog(`Rotar clave de ${NORTE.name}`)
    await ask.getByText('El agente sigue conectado mientras le pones la clave nueva.').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    const calls = rig.countCalls('POST', '/api/agents/norte-10/rotate-key')
    await rig.press('Rotar clave', ask)
    const config = rig.dialog(`Configuración de ${NORTE.name}`)
    await config.getByRole('figure').waitFor()
    expect(calls()).toBe(1)
    await config.getByText(/^La clave anterior sirve 24 h más/).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.clock.fastForward(61_000)
    await config.getByText('Oculto por seguridad después de 60 s.').waitFor()
    expect(await config.getByRole('figure').count()).toBe(0)
    await rig.button('Mostrar de nuevo', config).click()
    await config.getByRole('figure').waitFor()
    const { EDGE_API_KEY: key = '', ...rest } = await downloaded(`Configuración de ${NORTE.name}`)
    expect(key).toMatch(/^vc_/)
    expect(rest).toEqual({
      EDGE_HUB_URL: new URL(rig.client.url).origin,
      EDGE_AGENT_CODE: NORTE.code,
      EDGE_AGENT_NAME: NORTE.name,
      EDGE_AGENT_LOCATION: NORTE.location,
    })
    // Once it is saved there is nothing to warn of.
    await page.keyboard.press('Escape')
    await config.waitFor({ state: 'detached' })
  })

  it('ends the connection of the old one at once when it is told to', async () => {
    const live = await LiveAgent.open(rig.client, SUR.code)
    await rig.openTab()
    await rig.row(SUR.code).getByText('Conectado').waitFor()
    await rig.act('Rotar clave', SUR.name)
    await rig.dialog().getByLabel('Revocar ya').check()
    await rig
      .dialog()
      .getByText(/El agente queda offline ahora/)
      .waitFor()
    await rig.button('Rotar clave', rig.dialog()).click()
    await rig
      .dialog()
      .getByText(/^La clave anterior ya no sirve/)
      .waitFor()
    await until('the end', async () => !(await rig.stored(SUR.code))?.connected)
    await rig.row(SUR.code).getByText('Conectado').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await rig.button('Aceptar', rig.dialog('Confirmar')).click()
    await rig.dialog().first().waitFor({ state: 'detached' })
    live.close()
  })

  it('says why it did not work', async () => {
    await rig.openTab()
    await rig.act('Rotar clave', SUR.name)
    await page.route('**/rotate-key', (route) => route.abort())
    await rig.press('Rotar clave', rig.dialog())
    await rig.dialog().getByText('No se pudo rotar la clave').waitFor()
  })
})

describe('setting a device up anew', () => {
  it('copies an .env with a token of its own, and says so', async () => {
    await rig.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await rig.openTab()
    const calls = rig.countCalls('POST', '/api/agents/enroll-token')
    await rig.act('Copiar .env', NORTE.name)
    await page.getByText(/^\.env de Portón 10 copiado, con un token nuevo/).waitFor()
    expect(calls()).toBe(1)
    const { EDGE_ENROLL_TOKEN: token, ...rest } = parseEnv(await clipboard())
    expect(rest).toMatchObject({ EDGE_AGENT_CODE: NORTE.code, EDGE_AGENT_NAME: NORTE.name })
    const answer = (await rig.client.post('/api/agent/enroll', { token, code: NORTE.code })) as {
      agent: object
    }
    expect(answer.agent).toMatchObject({ name: NORTE.name, location: NORTE.location })
  })

  it('shows a QR with one, and the text to copy by hand where the browser does not copy', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined })
    })
    await rig.openTab()
    await rig.act('QR', SUR.name)
    const config = rig.dialog(`Configuración de ${SUR.name}`)
    await config.getByRole('figure').waitFor()
    await config.getByText(/^Este token es nuevo, sirve una sola vez y vence el \d\d\//).waitFor()
    const { EDGE_ENROLL_TOKEN: token, ...rest } = await downloaded(`Configuración de ${SUR.name}`)
    expect(token).toBeTruthy()
    expect(rest).toEqual({
      EDGE_HUB_URL: new URL(rig.client.url).origin,
      EDGE_AGENT_CODE: SUR.code,
      EDGE_AGENT_NAME: SUR.name,
    })
    await page.keyboard.press('Escape')
    await config.waitFor({ state: 'detached' })
    await rig.act('Copiar .env', SUR.name)
    await rig.button('Copiar .env', config).click()
    expect(await config.getByLabel('Copia manual').inputValue()).toMatch(/^EDGE_HUB_URL='http/)
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('says that no token came', async () => {
    await rig.openTab()
    await page.route('**/api/agents/enroll-token', (route) => route.fulfill({ json: {} }))
    await rig.act('QR', SUR.name)
    await page.getByText('No se recibió token').first().waitFor()
    expect(await rig.dialog().count()).toBe(0)
  })
})

it('shows both devices of a quarantine, and takes the one that a person chooses', async () => {
  await rig.client.post('/api/agents', { code: 'doble', name: 'Doble' })
  const claimant = await claimTwice(rig.client, 'doble', { known: 'aaa111', claimant: 'bbb222' })
  await rig.openTab('&agente=doble')
  const health = await rig.openHealth('doble')
  await health.getByText(/^\W*En cuarentena: dos equipos/).waitFor()
  const panel = rig.part('Dos equipos dicen ser este agente')
  await panel.getByText('aaa111', { exact: true }).waitFor()
  await panel.getByText('bbb222', { exact: true }).waitFor()
  expect(await panel.getByText('127.0.0.1', { exact: true }).count()).toBe(2)
  expect(await panel.locator('time').first().textContent()).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  expect(await faultsInAllLooks(page)).toEqual([])
  await rig.button('Aceptar: El equipo que pide entrar, serie bbb222', panel).click()
  await page.getByText('¿Aceptar este equipo como Doble?').waitFor()
  const sent = page.waitForRequest('**/api/agents/doble/accept')
  await rig.press('Aceptar', rig.dialog('Confirmar'))
  expect((await sent).postDataJSON()).toEqual({ hardwareSerial: 'bbb222' })
  await panel.waitFor({ state: 'detached' })
  expect((await rig.stored('doble'))?.quarantine).toBeNull()
  claimant.close()
})
