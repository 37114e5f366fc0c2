import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import Papa from 'papaparse'
import type { Download, Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { AgentsRig, NORTE, SUR } from '../rig/agents-rig.ts'
import { LiveAgent } from '../rig/live-agent.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, focused, logIn, openWatchedPage } from '../rig/watched-page.ts'

const ENROL = 'Enrolamiento rápido'
const CREATE = 'Crear agente'

let page: Page

const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

async function contentOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8')
}

describe('a hub without agents', () => {
  const rig = eachOnItsPage(new AgentsRig())
  beforeEach(() => void (page = rig.page))
  const field = (part: Locator, label: string) => part.getByLabel(label, { exact: true })

  it('says how one comes to be', async () => {
    await rig.openTab()
    await page.getByText('No hay agentes registrados.').waitFor()
    await page.getByText(/Enrola el primero con «Generar token»/).waitFor()
    await rig.button('Generar token').waitFor()
    await rig.button(CREATE, rig.part(CREATE).locator('form')).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('refuses what makes no enrolment, at its field', async () => {
    await rig.openTab('&inscribir=1')
    const part = rig.part(ENROL)
    const calls = rig.countCalls('POST', '/api/agents/enroll-token')
    const ttl = field(part, 'Vigencia del token (segundos)')
    expect(await ttl.inputValue()).toBe('3600')
    await rig.press('Generar token', part)
    await part.getByText('El código es obligatorio').waitFor()
    await field(part, 'Código').fill('puerta 7')
    for (const bad of ['59', '86401', '60.5', '', 'una hora', '1e3', '-60']) {
      await ttl.fill(bad)
      await rig.press('Generar token', part)
      await part.getByText('Usa un número entero de 60 a 86400 segundos').waitFor()
    }
    // A second click can miss the button, which the message moves down.
    await rig.button('Generar token', part).click()
    await part.getByText(/Usa de 1 a 64 letras sin tilde/).waitFor()
    expect(await field(part, 'Código').getAttribute('aria-describedby')).toMatch(/error/)
    expect(await field(part, 'Código').evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await faultsInAllLooks(page)).toEqual([])
    expect(calls()).toBe(0)
  })

  it('gives a token in every form that a device takes, and keeps what was typed', async () => {
    await rig.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await rig.openTab('&inscribir=1')
    const part = rig.part(ENROL)
    const calls = rig.countCalls('POST', '/api/agents/enroll-token')
    await field(part, 'Código').fill('puerta-7')
    await field(part, 'Nombre').fill("Portería D'Angelo $HOME")
    await field(part, 'Ubicación').fill('Sede "Sur" ñ')
    await field(part, 'Vigencia del token (segundos)').fill('90')
    await rig.press('Generar token', part)
    await part.getByRole('figure', { name: 'Código QR con la configuración de puerta-7' }).waitFor()
    await part.getByText(/^Vence en 01:[0-3]\d$/).waitFor()
    await part.getByText(/^127\.0\.0\.1:\d+ solo vale en este mismo equipo\./).waitFor()
    expect(calls()).toBe(1)
    expect(await faultsInAllLooks(page)).toEqual([])

    const start = page.waitForEvent('download')
    await rig.button('Descargar .env', part).click()
    const download = await start
    expect(download.suggestedFilename()).toBe('puerta-7.env')
    const env = await contentOf(download)
    const { EDGE_ENROLL_TOKEN: token = '', ...rest } = parseEnv(env)
    expect(rest).toEqual({
      EDGE_HUB_URL: new URL(rig.client.url).origin,
      EDGE_AGENT_CODE: 'puerta-7',
      EDGE_AGENT_NAME: 'Portería D’Angelo $HOME',
      EDGE_AGENT_LOCATION: 'Sede "Sur" ñ',
    })
    await rig.button('Copiar .env', part).click()
    await part.getByText('Copiado: .env').waitFor()
    expect(await clipboard()).toBe(env)
    await rig.button('Copiar token', part).click()
    await part.getByText('Copiado: Token').waitFor()
    expect(await clipboard()).toBe(token)
    await rig.button('Copiar cURL', part).click()
    await part.getByText('Copiado: cURL').waitFor()
    const body = { name: "Portería D'\\''Angelo $HOME", location: 'Sede \\"Sur\\" ñ' }
    expect(await clipboard()).toBe(
      `curl -X POST '${rest.EDGE_HUB_URL}/api/agent/enroll' -H 'Content-Type: application/json' -d '{"token":"${token}","code":"puerta-7","name":"${body.name}","location":"${body.location}"}'`,
    )

    await rig.client.post('/api/agent/enroll', { token, code: 'puerta-7', name: 'Portería' })
    await rig.row('puerta-7').waitFor()
    expect(await field(part, 'Nombre').inputValue()).toBe("Portería D'Angelo $HOME")
  })

  it('says that a token of a known code ends its key, and when the token is over', async () => {
    await page.clock.install()
    await rig.openTab('&inscribir=1')
    const part = rig.part(ENROL)
    await rig.client.post('/api/agents', { code: 'vieja', name: 'Vieja' })
    await rig.openTab('&inscribir=1')
    await rig.row('vieja').waitFor()
    await field(part, 'Código').fill('VIEJA')
    await field(part, 'Vigencia del token (segundos)').fill('60')
    await rig.button('Generar token', part).click()
    await part.getByText(/^VIEJA ya existe: cuando el equipo use este token/).waitFor()
    await part.getByRole('figure').waitFor()
    // The next answer would put the page's clock back to the hub's.
    await page.route('**/api/**', (route) => route.abort())
    await page.clock.fastForward(61_000)
    await part.getByText('El token venció').waitFor()
    await page.unroute('**/api/**')
    await rig.button('Generar otro token', part).click()
    await part.getByText('El token venció').waitFor({ state: 'detached' })
    expect(await field(part, 'Código').inputValue()).toBe('VIEJA')
  })

  it('says so when no token came, and when no QR can be drawn', async () => {
    await rig.openTab('&inscribir=1')
    const part = rig.part(ENROL)
    await field(part, 'Código').fill('puerta-8')
    await page.route('**/api/agents/enroll-token', (route) => route.fulfill({ json: {} }))
    await rig.button('Generar token', part).click()
    await part.getByText('No se recibió token').waitFor()
    await page.unroute('**/api/agents/enroll-token')
    await page.evaluate(() => {
      TextEncoder.prototype.encode = () => {
        throw new Error('no room')
      }
    })
    await rig.button('Generar token', part).click()
    await part.getByText('No se pudo generar el QR').waitFor()
    await rig.button('Descargar .env', part).waitFor()
  })

  it('shows a text to copy by hand where the browser does not copy', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined })
    })
    await rig.openTab('&inscribir=1')
    const part = rig.part(ENROL)
    await field(part, 'Código').fill('puerta-9')
    await rig.button('Generar token', part).click()
    await rig.button('Copiar cURL', part).click()
    const manual = part.getByLabel('Copia manual')
    expect(await manual.inputValue()).toMatch(/^curl -X POST 'http/)
    expect(
      await manual.evaluate((it: HTMLTextAreaElement) => it.selectionEnd - it.selectionStart),
    ).toBe((await manual.inputValue()).length)
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('creates an agent once, says what is wrong with one, and shows its key this once', async () => {
    await rig.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await rig.openTab('&nuevo=1')
    const part = rig.part(CREATE)
    await rig.press(CREATE, part.locator('form'))
    await part.getByText('El código es obligatorio').waitFor()
    await part.getByText('El nombre es obligatorio').waitFor()
    await field(part, 'Código').fill('patio')
    await field(part, 'Nombre').fill('Patio')
    const wrongs = [
      ['4,7', '', 'Escribe latitud y longitud, o ninguna de las dos'],
      ['90,1', '0', 'La latitud va de -90 a 90'],
      ['0', '-180.5', 'La longitud va de -180 a 180'],
      ['norte', '0', 'Escribe un número, como 4,711'],
    ] as const
    for (const [lat, lng, fault] of wrongs) {
      await field(part, 'Latitud').fill(lat)
      await field(part, 'Longitud').fill(lng)
      await rig.press(CREATE, part.locator('form'))
      await part.getByText(fault).waitFor()
    }
    const calls = rig.countCalls('POST', '/api/agents')
    await field(part, 'Latitud').fill('0')
    await field(part, 'Longitud').fill('-74,25')
    await rig.press(CREATE, part.locator('form'))
    const dialog = rig.dialog('Configuración de Patio')
    await dialog.getByRole('figure').waitFor()
    expect(calls()).toBe(1)
    expect(await faultsInAllLooks(page)).toEqual([])
    expect(await dialog.innerText()).not.toContain('vc_')
    await rig.button('Mostrar', dialog).click()
    const key = (await dialog.getByText(/^vc_/).textContent()) ?? ''
    await rig.button('Ocultar', dialog).click()
    await page.keyboard.press('Escape')
    await page.getByText('¿Cerrar sin copiar la clave?').waitFor()
    await page.getByText(/No se mostrará de nuevo/).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('¿Cerrar sin copiar la clave?').waitFor({ state: 'detached' })
    await rig.button('Copiar Clave del agente (API key)', dialog).click()
    await dialog.getByText('Copiado: Clave del agente').waitFor()
    expect(await clipboard()).toBe(key)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await rig.row('patio').waitFor()
    expect(await rig.stored('patio')).toMatchObject({ name: 'Patio', lat: 0, lng: -74.25 })

    await field(part, 'Código').fill('PATIO')
    await field(part, 'Nombre').fill('Otro')
    await rig.press(CREATE, part.locator('form'))
    await part.getByText('Ya existe un agente con ese código').waitFor()
    expect(await field(part, 'Nombre').inputValue()).toBe('Otro')
  })
})

describe('a hub with agents', () => {
  const ana = { email: 'ana@ejemplo.co', name: 'Ana', password: 'first one', role: 'operator' }
  const wall = { ...ana, email: 'muro@ejemplo.co', name: 'Muro', kiosk: true }
  const rig = eachOnItsPage(
    new AgentsRig(async (site) => {
      const client = await site.startHub()
      await client.post('/api/users', ana)
      await client.post('/api/users', wall)
      await client.post('/api/agents', NORTE)
      await client.post('/api/agents', SUR)
      for (let i = 1; i <= 28; i++) {
        await client.post('/api/agents', { code: `z-${i}`, name: `Zona ${i}`, location: 'Ñuñoa' })
      }
      return client
    }),
  )
  beforeEach(() => void (page = rig.page))

  const codes = () => page.getByRole('row').locator('td:nth-child(2)').allTextContents()
  const search = async (text: string) => {
    await page.getByRole('searchbox').fill(text)
    await page.keyboard.press('Enter')
  }

  it('sorts as people do, searches, turns pages and keeps that in the address', async () => {
    await rig.openTab()
    await page.getByText('30 agentes', { exact: true }).waitFor()
    await page.getByText('Página 1 / 2', { exact: true }).waitFor()
    expect((await codes()).slice(0, 4)).toEqual(['sur-9', 'norte-10', 'z-1', 'z-2'])
    expect(await codes()).toHaveLength(25)
    await page.getByLabel('Filas por página').selectOption('10')
    await page.getByText('Página 1 / 3', { exact: true }).waitFor()
    await rig.button('Sig').click()
    await rig.button('Sig').click()
    await page.getByText('Página 3 / 3', { exact: true }).waitFor()
    await rig.button('Sig').click({ force: true })
    expect((await codes()).at(-1)).toBe('z-28')
    const head = page.getByRole('columnheader', { name: 'Código' })
    expect(await head.getAttribute('aria-sort')).toBe('none')
    await rig.button(/^Código/).click()
    expect(await head.getAttribute('aria-sort')).toBe('ascending')
    await page.getByText('Página 1 / 3', { exact: true }).waitFor()
    await rig.button(/^Código/).click()
    expect(await head.getAttribute('aria-sort')).toBe('descending')
    expect((await codes())[0]).toBe('z-28')
    await search('nunoa zona 2')
    await page.getByText('11 agentes', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('11 agentes', { exact: true }).waitFor()
    await search('helipuerto')
    await page.getByText('Sin resultados').waitFor()
    await page.getByText('0 agentes', { exact: true }).waitFor()
  })

  it('exports all that match, not a page of them', async () => {
    await rig.openTab('&q=zona&pageSize=10')
    const start = page.waitForEvent('download')
    await rig.button('Export CSV').click()
    const download = await start
    expect(download.suggestedFilename()).toMatch(/^agentes_\d{4}-\d\d-\d\d\.csv$/)
    const text = await contentOf(download)
    expect(text.startsWith('\uFEFF')).toBe(true)
    const { data } = Papa.parse<string[]>(text.slice(1), { delimiter: ';' })
    expect(data[0]?.slice(0, 3)).toEqual(['Código', 'Nombre', 'Ubicación'])
    expect(data[0]).toContain('Último seen (America/Bogota)')
    expect(data).toHaveLength(29)
  })

  it('has no faults, and tells what it knows of an agent', async () => {
    const live = await LiveAgent.open(rig.client, NORTE.code)
    await rig.openTab()
    const row = rig.row(NORTE.code)
    await row.getByText('Online').waitFor()
    await row.getByText('Conectado').waitFor()
    await row.getByText('127.0.0.1').waitFor()
    await row.getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/).waitFor()
    const health = await rig.openHealth(SUR.code)
    await health.getByText('Sin informe todavía: se conoce al').waitFor()
    await rig.row(SUR.code).getByText('Nunca').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    live.close()
    await row.getByText('Conectado').waitFor({ state: 'detached' })
  })

  it('opens with the agent that the address names', async () => {
    await page.goto('/admin?tab=agentes&pageSize=10&q=nada&agente=Z-28')
    await rig.row('z-28').waitFor()
    await page.waitForURL((url) => !url.searchParams.has('agente'))
    const toggle = rig.button('Control: Zona 28')
    expect(await toggle.getAttribute('aria-expanded')).toBe('true')
    await until('it to be in view', () =>
      toggle.evaluate((it) => it.getBoundingClientRect().bottom < window.innerHeight),
    )
    await page.goto('/admin?tab=agentes&agente=nadie')
    await page.getByText('No hay un agente con el código nadie').waitFor()
  })

  it('changes an agent, and tells the second of two people what the first one did', async () => {
    await rig.openTab()
    await rig.act('Editar', NORTE.name)
    const dialog = rig.dialog('Editar norte-10')
    const field = (label: string) => dialog.getByLabel(label, { exact: true })
    expect(await field('Latitud').inputValue()).toBe('4,711')
    await field('Nombre').fill(' ')
    await rig.press('Guardar', dialog)
    await dialog.getByText('El nombre es obligatorio').waitFor()
    await field('Nombre').fill('Portón Mío')
    const change = { name: 'Portón Suyo', location: 'Otra' }
    const { url, token } = rig.client
    await fetch(new URL('/api/agents/norte-10', url), {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(change),
    })
    await rig.press('Guardar', dialog)
    const notice = dialog.getByRole('alert')
    await notice.getByText('Nombre: «Portón 10» → «Portón Suyo»').waitFor()
    await notice.getByText('Ubicación: «Entrada norte» → «Otra»').waitFor()
    expect(await rig.stored(NORTE.code)).toMatchObject(change)
    expect(await faultsInAllLooks(page)).toEqual([])
    await rig.button('Usar lo nuevo', notice).click()
    expect(await field('Nombre').inputValue()).toBe('Portón Suyo')
    await field('Nombre').fill('Portón Mío')
    const calls = rig.countCalls('PATCH', '/api/agents/norte-10')
    await rig.press('Guardar', dialog)
    await dialog.waitFor({ state: 'detached' })
    expect(calls()).toBe(1)
    await rig.row(NORTE.code).getByText('Portón Mío').waitFor()
    expect(await rig.stored(NORTE.code)).toMatchObject({ name: 'Portón Mío', location: 'Otra' })
    await until('the focus', async () => (await focused(page)).startsWith('Acciones: Portón'))
  })

  it('deletes an agent after asking by name, and not before', async () => {
    await rig.client.post('/api/agents', { code: 'ido', name: 'Ido' })
    await rig.openTab('&q=ido')
    await rig.act('Borrar', 'Ido')
    await page.getByText('¿Eliminar agente?').waitFor()
    await page.getByText(/^Ido \(ido\)\..*sus lecturas se conservan\.$/).waitFor()
    await rig.button('Cancelar', rig.dialog()).click()
    expect(await rig.stored('ido')).toBeDefined()
    await rig.act('Borrar', 'Ido')
    const calls = rig.countCalls('DELETE', '/api/agents/ido')
    await rig.press('Sí, eliminar', rig.dialog())
    await page.getByText('Agente eliminado: Ido').waitFor()
    await page.getByText('Sin resultados').waitFor()
    expect(calls()).toBe(1)
    expect(await rig.stored('ido')).toBeUndefined()
  })

  it('says why there is no list, and empties it', async () => {
    await rig.openTab()
    await page.route('**/api/agents', (route) => route.fulfill({ status: 500, json: {} }))
    await rig.button('Buscar').click()
    await page.getByText('Error: 500').waitFor()
    expect(await codes()).toEqual([])
    await page.getByText('La lista no se pudo cargar.').waitFor()
    await page.unroute('**/api/agents')
    await rig.button('Reintentar').click()
    await page.getByText('30 agentes', { exact: true }).waitFor()
  })

  it('shows an operator the table and the control, and nothing else', async () => {
    const { page: other, context } = await openWatchedPage(rig.browser, rig.client.url)
    await logIn(other, '/admin?tab=agentes', ana)
    await other.getByText('30 agentes', { exact: true }).waitFor()
    await other.getByRole('button', { name: 'Control: Zona 1', exact: true }).waitFor()
    for (const name of [/^Acciones/, /Generar/]) {
      expect(await other.getByRole('button', { name }).count()).toBe(0)
    }
    expect(await other.getByRole('region', { name: ENROL }).count()).toBe(0)
    await context.close()
  })

  it('tells the account of a wall in a sentence that agents are not for it', async () => {
    const { page: other, context } = await openWatchedPage(rig.browser, rig.client.url)
    await logIn(other, '/admin?tab=agentes', wall)
    await other.getByText(/^Esta cuenta es solo de consulta/).waitFor()
    expect(await other.getByRole('alert').count()).toBe(0)
    await context.close()
  })
})
