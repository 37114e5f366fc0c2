import type { Alert } from '@vehicle-control/protocol'
import { fingerprintOfClaim } from '@vehicle-control/protocol/claim'
import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { faultsInAllLooks, focused, logIn, openWatchedPage } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new LiveRig())
let page: Page
beforeEach(() => void (page = rig.page))

const bell = (on = page) => on.getByRole('button', { name: /^Avisos/ })
const panel = (on = page) => on.getByRole('region', { name: 'Avisos' })
const alertOf = (kind: Alert['kind'], change: Partial<Alert> = {}): Alert => ({
  kind,
  agent: { code: 'porton-1', name: 'Portón 1' },
  since: null,
  detail: null,
  ...change,
})
const told = (on: Page, alerts: readonly Alert[]) =>
  on.route('**/api/alerts', (route) => route.fulfill({ json: { alerts } }))

/** All kinds, as the hub orders them. */
const ALERTS: readonly Alert[] = [
  alertOf('agent_offline', { since: '2026-03-10T17:00:00.000Z' }),
  alertOf('reader_closed', { since: '2026-03-10T16:00:00.000Z', detail: 'gate: ENOENT' }),
  alertOf('reader_silent', { since: '2026-03-10T15:00:00.000Z', detail: 'salida' }),
  alertOf('gap', { since: '2026-03-10T14:00:00.000Z', detail: '6 (cap)' }),
  alertOf('quarantine'),
  alertOf('clock_unsynced'),
  alertOf('outbox_filling', { detail: '85 %' }),
]

describe('the bell', () => {
  it('says that there is nothing, and opens and closes by keyboard', async () => {
    await rig.live()
    await page.getByRole('button', { name: 'Avisos: 0' }).focus()
    await page.keyboard.press('Enter')
    await panel().getByText('Sin avisos').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Avisos: 0')
    await bell().click()
    await panel().waitFor()
    await page.mouse.click(600, 700)
    await panel().waitFor({ state: 'detached' })
  })

  it('lists what happened and what to do, with a link to its cause', async () => {
    await told(page, ALERTS)
    await rig.live()
    await page.getByRole('button', { name: 'Avisos: 7' }).click()
    const rows = panel().getByRole('listitem')
    await rows.nth(6).waitFor()
    const texts = (await rows.allInnerTexts()).map((text) => text.split(/\n+/).join(' '))
    expect(texts.slice(0, 2)).toEqual([
      'Portón 1 ◆ Sin conexión Revisa la corriente y la red del equipo. Desde 10/03/2026 12:00 Ver el agente',
      'Portón 1 ◆ El lector gate está cerrado: no se encuentra el equipo Revisa su cable, su corriente y su configuración. Desde 10/03/2026 11:00 Ver el agente',
    ])
    expect(texts[4]).toMatch(/^Portón 1 ◆ En cuarentena: .* control\. Ver el agente$/)
    expect(await faultsInAllLooks(page)).toEqual([])
    await rows.first().getByRole('link', { name: 'Ver el agente: Portón 1' }).click()
    await page.getByRole('heading', { name: 'Administración' }).waitFor()
    await page.getByRole('heading', { name: 'Relé 17' }).waitFor()
    expect(await panel().count()).toBe(0)
  })

  it('follows what agents say, and asks again by itself', async () => {
    await page.clock.install()
    await rig.live()
    await page.getByRole('button', { name: 'Avisos: 0' }).waitFor()
    await told(page, ALERTS.slice(0, 2))
    await page.clock.fastForward(31_000)
    await page.getByRole('button', { name: 'Avisos: 2' }).waitFor()
    await page.unroute('**/api/alerts')
    await told(page, ALERTS.slice(0, 1))
    // Its first words are news of the agent.
    const second = await rig.agentOf('porton-2', 'Portón 2', 'Salida')
    await page.clock.runFor(2000)
    await page.getByRole('button', { name: 'Avisos: 1' }).waitFor()
    second.close()
  })

  it('says that the alerts could not be had, and asks again when told to', async () => {
    await page.route('**/api/alerts', (route) => route.fulfill({ status: 500, body: '{}' }))
    await rig.live()
    await page.getByRole('button', { name: 'Avisos: no se pudieron cargar' }).click()
    await panel().getByRole('alert').getByText('No se pudieron cargar los avisos.').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.unroute('**/api/alerts')
    await told(page, ALERTS)
    await panel().getByRole('button', { name: 'Reintentar' }).click()
    await panel().getByText('Sin conexión', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Avisos: 7' }).waitFor()
  })

  it('asks an admin about a device that wants to be an agent, and follows the answer', async () => {
    const ask = async (code: string) => {
      const token = await rig.client.enrollToken(code, { approval: true })
      const device = { claim: randomBytes(32).toString('hex'), serial: '10000000a1b2c3d4' }
      const body = JSON.stringify({ token, code, name: 'Patio 7', device })
      const headers = { 'content-type': 'application/json' }
      const url = `${rig.client.url}/api/agent/enroll`
      const send = async () => (await fetch(url, { method: 'POST', headers, body })).status
      expect(await send()).toBe(409)
      return { send, fingerprint: fingerprintOfClaim(device.claim) }
    }
    const [good, bad] = [await ask('patio-7'), await ask('patio-8')]
    await rig.live()
    await page.getByRole('button', { name: 'Avisos: 2' }).click()
    const row = panel().getByRole('listitem').filter({ hasText: 'patio-7' })
    await row.getByText(`Huella: ${good.fingerprint}`).waitFor()
    await row.getByText('Serie: 10000000a1b2c3d4').waitFor()
    await row.getByText('Nombre que trae: Patio 7').waitFor()
    expect(await row.getByRole('link').count()).toBe(0)
    expect(await faultsInAllLooks(page)).toEqual([])
    const dialog = page.getByRole('dialog', { name: 'Confirmar' })
    const answer = async (name: string, { fingerprint }: { fingerprint: string }) => {
      if ((await panel().count()) === 0) await bell().click()
      await panel().getByRole('button', { name, exact: true }).click()
      await dialog.getByText(`Huella ${fingerprint}`).waitFor()
      await dialog.getByRole('button', { name: 'Aceptar' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await answer('Aprobar el equipo de patio-7', good)
    await page.getByRole('button', { name: 'Avisos: 1' }).waitFor()
    expect(await good.send()).toBe(201)
    await answer('Rechazar el equipo de patio-8', bad)
    await page.getByRole('button', { name: 'Avisos: 0' }).waitFor()
    expect(await bad.send()).toBe(401)
  })

  it('stays short where a whole site is away', async () => {
    const many = Array.from({ length: 1234 }, (_, i) =>
      alertOf('agent_offline', { agent: { code: `a${i}`, name: `Puerta ${i}` } }),
    )
    await told(page, many)
    await rig.live()
    await page.getByRole('button', { name: 'Avisos: 1.234' }).click()
    await panel().getByText('Y 1.184 más: están en Administración > Agentes.').waitFor()
    expect(await panel().getByRole('listitem').count()).toBe(50)
  })

  it('hides no alarm behind the devices that wait', async () => {
    const waiting = Array.from({ length: 60 }, (_, i) =>
      alertOf('enroll_request', {
        agent: { code: `p${i}`, name: `p${i}` },
        request: {
          fingerprint: `1f0c-88ab-03de-7c${10 + i}`,
          name: null,
          serial: null,
          address: null,
          replaces: false,
        },
      }),
    )
    await told(page, [...waiting, ...ALERTS])
    await rig.live()
    await page.getByRole('button', { name: 'Avisos: 67' }).click()
    await panel().getByText('Equipos que también piden ser un agente: 10 más.').waitFor()
    const rows = panel().getByRole('listitem')
    expect(await rows.count()).toBe(50 + ALERTS.length)
    await rows.nth(3).getByText('Sin conexión', { exact: true }).waitFor()
    // Each can be decided, whatever becomes of those before it.
    await rows.last().getByRole('button', { name: 'Aprobar el equipo de p49' }).waitFor()
  })

  it('has room in the bar at every width', async () => {
    await told(page, ALERTS)
    await rig.live()
    await page.getByRole('button', { name: 'Avisos: 7' }).click()
    await panel().waitFor()
    for (let width = 320; width <= 1400; width += 24) {
      await page.setViewportSize({ width, height: 700 })
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        const boxes = [...document.querySelectorAll('header button, header section, header a')]
        const seen = boxes.map((box) => box.getBoundingClientRect()).filter((box) => box.width > 0)
        const outside = seen.filter(({ left, right }) => left < 0 || right > clientWidth)
        return [scrollWidth - clientWidth, outside.length]
      })
      expect([width, ...overflow]).toEqual([width, 0, 0])
    }
  })
})

it('leads the account of a wall screen to the map, and a wall shows none', async () => {
  const wall = { email: 'muro@sitio.co', name: 'Muro', password: 'talanquera verde' }
  await rig.client.post('/api/users', { ...wall, role: 'operator', kiosk: true })
  const watched = await openWatchedPage(rig.browser, rig.client.url)
  await told(watched.page, ALERTS.slice(0, 1))
  await logIn(watched.page, '/live-rfid', wall)
  await bell(watched.page).click()
  const link = panel(watched.page).getByRole('link', { name: 'Ver en el mapa: Portón 1' })
  expect(await link.getAttribute('href')).toBe('/map?focus=porton-1')
  await watched.page.goto('/live-rfid?kiosk=1')
  await watched.page.getByText('En vivo').waitFor()
  expect(await bell(watched.page).count()).toBe(0)
  await watched.context.close()
  expect(watched.troubles).toEqual([])
})
