import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import type { TodayResponse } from '@vehicle-control/protocol'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Child } from '../../local/child.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { sharedBrowser } from '../rig/browser.ts'
import { type CountingProxy, startCountingProxy } from '../rig/counting-proxy.ts'
import { storedSession } from '../rig/dashboard-site.ts'
import { heardTones, recordTones } from '../rig/heard-tones.ts'
import { countStored, Site, until } from '../rig/site.ts'
import { openWatchedPage, type WatchedPage } from '../rig/watched-page.ts'

/** Once what was read has been suppressed, each further read is a tag of its own. */
const MANY = Array.from({ length: 40 }, (_, i) => `TEST-CUT-${100 + i}`)

const cable = new PtyCable()
const site = new Site()
let client: HubClient
let edge: Child
let link: CountingProxy
let watched: WatchedPage
let context: BrowserContext
let map: Page
let live: Page

beforeAll(async () => {
  await cable.plugIn()
  client = await site.startHub()
  const gate = { code: 'porton-1', name: 'Portón 1', location: 'Entrada', lat: 4.63, lng: -74.09 }
  await client.post('/api/agents', gate)
  const readers = [{ id: 'gate', type: 'line', path: cable.readerEnd, baudRate: 9600 }]
  const env = { EDGE_ENROLL_TOKEN: await client.enrollToken(gate.code) }
  edge = site.startEdge(gate.code, readers, env)
  await until('the reader', async () => {
    const status = (await client.get('/api/rfid/status')) as { connected: boolean }
    return status.connected
  })
  link = await startCountingProxy(client.url)
  const browser = await sharedBrowser()
  const storageState = storedSession(client, { origin: link.url })
  watched = await openWatchedPage(browser, link.url, { storageState })
  ;({ context, page: map } = watched)
  await recordTones(context)
  live = await context.newPage()
  await live.goto('/live-rfid')
  await live.getByText('En vivo').waitFor()
  await map.bringToFront()
  await map.goto('/map')
  await map.getByLabel('Portón 1, Online').waitFor()
  await map.getByLabel('Conexión con el hub').getByText('Conectado').waitFor()
}, 120_000)

afterAll(async () => {
  expect(watched?.troubles).toEqual([])
  await context?.close()
  link?.stop()
  await site.end()
  await cable.destroy()
})

const rows = (tag: string) => live.getByRole('cell', { name: tag, exact: true })
const badge = async (label: string) =>
  (await live.locator('dt', { hasText: label }).locator('+ dd').textContent())?.replace('.', '')
const today = async () => (await client.get('/api/rfid/stats/today')) as TodayResponse

it('shows a tag of the serial port on the map, in its notice and in the table', async () => {
  cable.write('TEST-001\r\n')
  const notice = map.getByRole('status').filter({ hasText: 'Lectura recibida' })
  await notice.getByText('Portón 1 (porton-1)').waitFor()
  await notice.getByText('KLM482 · Renault Duster').waitFor()
  await notice.getByText('TEST-001').waitFor()
  await map.getByText('Última: Portón 1 (porton-1)').waitFor()
  await rows('TEST-001').waitFor()
  expect(await badge('Lecturas hoy')).toBe('1')
})

it('says of the same tag that it was suppressed, and counts it on both screens', async () => {
  // A repeat does not take the place of a read that nobody has had the time to see.
  await map.getByText('Lectura recibida').waitFor({ state: 'detached' })
  cable.write('TEST-001\r\n')
  await map.getByRole('status').filter({ hasText: 'Lectura suprimida' }).waitFor()
  await until('the repeat', async () => (await badge('Suprimidas')) === '1')
  expect(await rows('TEST-001').count()).toBe(1)
  await map.getByLabel('Portón 1, Online').click()
  await map.getByText('Hoy: 1 lecturas • Suprimidas: 1').waitFor()
  await map.keyboard.press('Escape')
})

it('sounds on the map once the sound is on', async () => {
  // One tab sounds for all, and both of these are in view.
  await live.goto('about:blank')
  await map.evaluate(() => dispatchEvent(new CustomEvent('sound-toggle', { detail: { on: true } })))
  await map.getByRole('heading', { name: 'Mapa de agentes' }).click()
  // What sounds is loaded only now: a read that comes before it is there makes none.
  let tag = 1
  const [tone] = await until('the tone', async () => {
    const name = `TEST-00${++tag}`
    cable.write(`${name}\r\n`)
    await map.getByRole('status').getByText(name, { exact: true }).waitFor()
    const tones = await heardTones(map)
    return tones.length > 0 && tones
  })
  expect(tone?.frequencies.map(([hz]) => hz)).toEqual([950])
  expect(Math.max(...(tone?.gains.map(([gain]) => gain) ?? []))).toBeCloseTo(0.25)
  expect((tone?.stopsAt ?? 0) - (tone?.startedAt ?? 0)).toBeCloseTo(3, 1)
  await map.getByRole('button', { name: 'Silenciar' }).click()
  await live.goto('/live-rfid')
  await live.getByText('En vivo').waitFor()
  await rows('TEST-001').waitFor()
})

it('has every row once after a cut of half a minute, and the hub’s own numbers', async () => {
  const before = await countStored(client)
  link.cut()
  for (const tag of MANY.slice(0, 20)) cable.write(`${tag}\r\n`)
  // The pill gives up hope half a minute after the loss.
  const pill = live.getByLabel('Conexión con el hub')
  await pill.getByText('Desconectado').waitFor({ timeout: 45_000 })
  for (const tag of MANY.slice(20)) cable.write(`${tag}\r\n`)
  await until('the reads', async () => (await countStored(client)) === before + MANY.length)
  link.mend()
  await pill.getByText('Conectado').waitFor()
  await live.bringToFront()
  await live.setViewportSize({ width: 1366, height: 3000 })
  for (const tag of MANY) {
    await rows(tag).waitFor()
    expect(await rows(tag).count()).toBe(1)
  }
  const { reads, suppressed } = await today()
  await until('the numbers', async () => (await badge('Lecturas hoy')) === String(reads))
  expect(await badge('Suprimidas')).toBe(String(suppressed))
}, 120_000)

it('takes a gate that went silent for offline after 120 s, without being told', async () => {
  await edge.stop('SIGKILL')
  await until('the loss', async () => {
    const { agents } = (await client.get('/api/map/agents')) as { agents: { connected: boolean }[] }
    return agents.every(({ connected }) => !connected)
  })
  await map.bringToFront()
  await map.clock.install()
  // By the hour of an answer the page would put its clock right.
  await map.route('**/api/**', async (route) => {
    const response = await route.fetch()
    const { date: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await map.goto('/map?refresh=0')
  await map.getByLabel('Portón 1, Online').waitFor()
  await map.clock.fastForward(90_000)
  await map.getByLabel('Portón 1, Online').waitFor()
  await map.clock.fastForward(31_000)
  await map.getByLabel('Portón 1, Offline').waitFor()
  await map.unrouteAll({ behavior: 'wait' })
})
