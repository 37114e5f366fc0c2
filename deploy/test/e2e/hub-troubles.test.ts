import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  createDatabase,
  type PostgresServer,
  startPostgres,
} from '@vehicle-control/hub/testing/postgres-server'
import type { AuditResponse, SiteState, StateLevel } from '@vehicle-control/protocol'
import { strFromU8, unzipSync } from 'fflate'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HubClient } from '../../local/hub-process.ts'
import { sharedBrowser } from '../rig/browser.ts'
import { storedSession } from '../rig/dashboard-site.ts'
import { Site, until } from '../rig/site.ts'
import { diskOf, fillDisk, onSmallDisk } from '../rig/small-disk.ts'
import { faultsInAllLooks, logIn, openWatchedPage, type WatchedPage } from '../rig/watched-page.ts'

let browser: Browser
beforeAll(async () => void (browser = await sharedBrowser()))

/** The administration's vehicles, logged in, with a filled form that was not sent. */
async function openForm(client: HubClient): Promise<WatchedPage> {
  const storageState = storedSession(client)
  const watched = await openWatchedPage(browser, client.url, { storageState })
  const { page } = watched
  await page.goto('/admin')
  await page.getByText(/^[\d.]+ vehículos?$/).waitFor()
  await page.getByRole('textbox', { name: 'Placa', exact: true }).fill('QX 99')
  await page.getByRole('textbox', { name: 'Tag RFID', exact: true }).fill('TEST-99')
  await page.getByRole('button', { name: /^Avisos: 0/ }).waitFor()
  return watched
}

/** Sends the form until it is refused with these words, and says that it kept what was typed. */
async function sendInVain({ page }: WatchedPage, words: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Crear', exact: true }).click()
  const form = page.getByRole('region', { name: /registro$/ })
  await form.getByRole('alert').getByText(words).waitFor()
  const plate = page.getByRole('textbox', { name: 'Placa', exact: true })
  expect(await plate.inputValue()).toBe('QX 99')
}

const bellRow = ({ page }: WatchedPage, words: RegExp) =>
  page.getByRole('region', { name: 'Avisos' }).getByRole('listitem').filter({ hasText: words })

async function save(client: HubClient, plate: string) {
  const answer = await fetch(new URL('/api/vehicles', client.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ plate, rfid_tag: `TEST-${plate}`, model: 'x'.repeat(60) }),
  })
  const { error, message } = (await answer.json()) as { error?: string; message?: string }
  return { status: answer.status, error, message }
}

/** «Config», with how the hub stands. */
async function openConfig(client: HubClient): Promise<WatchedPage> {
  const watched = await openWatchedPage(browser, client.url)
  // By the form: a download needs the cookie.
  await logIn(watched.page, '/admin?tab=config')
  await item(watched.page, /^Colas$/).waitFor()
  return watched
}
const item = (page: Page, name: RegExp) =>
  page
    .getByRole('region', { name: 'Estado', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })

/** Whoever helps gets the zip: the text of each of its files. */
async function download(page: Page): Promise<Record<string, string>> {
  const link = page.getByRole('link', { name: 'Descargar diagnóstico' })
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  const files = Object.entries(unzipSync(readFileSync(await file.path())))
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]))
}
const NOT_NOTED = /La base de datos no admitía nada al descargarlo/

/** Every zip that was given has its audit entry in the end. */
async function expectNoted(client: HubClient, zips: number): Promise<void> {
  await until('the entries of the zips', async () => {
    const path = '/api/audit?action=settings.diagnostics'
    const { total } = (await client.get(path).catch(() => ({ total: 0 }))) as AuditResponse
    return total === zips
  })
}

describe('a hub whose disk is full', () => {
  const site = new Site()
  const folder = join(site.folder, 'hub')
  let client: HubClient
  let disk: string
  beforeAll(async () => {
    mkdirSync(folder)
    client = await site.startHub({ wrap: onSmallDisk(folder, 64) })
    disk = diskOf(site.hub.child.process.pid, folder)
  })
  afterAll(() => site.end())

  it('says so in the form that it could not save and in the bell, until there is room', async () => {
    const watched = await openForm(client)
    const { page } = watched
    const filled = fillDisk(disk)
    let plates = 0
    const refused = await until('a refused save', async () => {
      const answer = await save(client, `LLENO-${plates++}`)
      return answer.status !== 201 && answer
    })
    expect(refused).toEqual({
      status: 507,
      error: 'disk_full',
      message:
        'El disco del hub está lleno: no se guardó. Libera espacio en él, o avisa a quien administra el hub, e intenta de nuevo',
    })
    await sendInVain(watched, /^El disco del hub está lleno: no se guardó\. Libera espacio/)
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.getByRole('button', { name: 'Avisos: 1', exact: true }).click()
    await bellRow(watched, /El disco del hub está lleno.*Libera espacio.*Desde/).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])

    rmSync(filled)
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByText('Vehículo creado').first().waitFor()
    await watched.context.close()
    expect(watched.troubles).toEqual([])
  })

  it('gives its diagnostics all the same, and notes later who took them', async () => {
    const { page, context, troubles } = await openConfig(client)
    const filled = fillDisk(disk)
    let plates = 0
    await until(
      'a refused save',
      async () => (await save(client, `OTRO-${plates++}`)).status === 507,
    )
    let zips = 0
    const files = await until('a zip that could not be noted', async () => {
      zips += 1
      const given = await download(page)
      return NOT_NOTED.test(given['LEEME.txt'] ?? '') && given
    })
    expect(files['log.ndjson']).toContain('settings.diagnostics')
    rmSync(filled)
    await expectNoted(client, zips)
    await context.close()
    expect(troubles).toEqual([])
  })
})

describe('a hub whose database is away', () => {
  let server: PostgresServer
  let site: Site
  let client: HubClient
  beforeAll(async () => {
    server = await startPostgres()
    site = new Site({ DATABASE_URL: await createDatabase(server.url) })
    client = await site.startHub()
  })
  afterAll(async () => {
    await site.end()
    await server.stop()
  })

  it('tells its browsers by the socket and the form why nothing is saved, and when it is over', async () => {
    const watched = await openForm(client)
    const { page } = watched
    await server.kill()
    const refused = await until('the outage', async () => {
      const answer = await save(client, 'AUSENTE')
      return answer.error === 'database_away' && answer
    })
    expect(refused).toEqual({
      status: 503,
      error: 'database_away',
      message:
        'La base de datos del hub no responde: no se guardó. Intenta de nuevo en un momento; si sigue igual, avisa a quien administra el hub',
    })
    await sendInVain(watched, /^La base de datos del hub no responde: no se guardó\./)
    await page.getByRole('button', { name: 'Avisos: 1', exact: true }).click()
    await bellRow(watched, /La base de datos no responde: no acepta la conexión/).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])

    await server.start()
    await bellRow(watched, /La base de datos no respondió.*Desde .* hasta /).waitFor()
    await page.getByRole('button', { name: 'Avisos: 0', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByText('Vehículo creado').first().waitFor()
    await watched.context.close()
    expect(watched.troubles).toEqual([])
  })

  it('says how it stands, and gives its diagnostics, to the superadmin who was there before', async () => {
    const { page, context, troubles } = await openConfig(client)
    const own = String(await page.evaluate(() => localStorage.getItem('token')))
    const ask = (path: string, token = own) =>
      fetch(new URL(path, client.url), { headers: { authorization: `Bearer ${token}` } })
    const stands = (level: StateLevel) =>
      until(`the database to be ${level}`, async () => {
        const state = (await (await ask('/api/config/state')).json()) as SiteState
        return state.database.level === level && (state.queues.level === 'ok') === (level === 'ok')
      })
    await stands('ok')
    await server.kill()
    await stands('bad')
    // Also whoever opens it only now.
    await page.reload()
    const database = item(page, /^Base de datos \(Postgres/)
    await database.getByText('Urgente').waitFor()
    const queues = item(page, /^Colas$/)
    await queues.getByText('Sin datos').waitFor()
    const { 'LEEME.txt': about, ...files } = await download(page)
    expect(about).toMatch(NOT_NOTED)
    expect(files['state.json']).toContain('"level": "unknown"')
    expect(files['log.ndjson']).toContain('settings.diagnostics')
    // Nothing else is told without the database, nor this to anybody else.
    expect((await ask('/api/config')).status).toBe(503)
    expect((await ask('/api/config/state', 'another')).status).toBe(503)

    await server.start()
    await stands('ok')
    await expectNoted(client, 1)
    await context.close()
    expect(troubles).toEqual([])
  })
})
