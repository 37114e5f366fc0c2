import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import type { LogsResponse, ScanEvent } from '@vehicle-control/protocol'
import type { Page } from 'playwright-core'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HubClient } from '../../local/hub-process.ts'
import { sharedBrowser } from '../rig/browser.ts'
import { Site, until } from '../rig/site.ts'
import { openPrefilled } from '../rig/watched-page.ts'

const cable = new PtyCable()
const site = new Site()
const scans: ScanEvent[] = []
let client: HubClient
let socket: Socket
let page: Page

beforeAll(async () => {
  await cable.plugIn()
  client = await site.startHub()
  const token = await client.enrollToken('porton-1')
  const readers = [{ id: 'gate', type: 'line', path: cable.readerEnd, baudRate: 9600 }]
  site.startEdge('porton-1', readers, { EDGE_ENROLL_TOKEN: token, EDGE_AGENT_NAME: 'Portón 1' })
  socket = io(client.url, { transports: ['websocket'], auth: { token: client.token } })
  socket.on('rfid:scan', (scan: ScanEvent) => scans.push(scan))
  await until('the socket', () => socket.connected)
  await until('the reader', async () => {
    const status = (await client.get('/api/rfid/status')) as { connected: boolean; port: string }
    return status.connected && status.port === cable.readerEnd
  })
  page = await (await sharedBrowser()).newPage()
  await openPrefilled(page, `${client.url}/login`)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'RFID Tiempo Real' }).click()
  await page.getByText('Esperando lecturas...').waitFor()
}, 120_000)

afterAll(async () => {
  await page?.close()
  socket?.close()
  await site.end()
  await cable.destroy()
})

const logs = async () => ((await client.get('/api/rfid/logs')) as LogsResponse).logs

it('shows bytes of the serial port as a row, an event and a line on the page', async () => {
  cable.write('Card UID: DE AD BE EF\r\nCard SAK: 08\r\nPICC type: MIFARE 1KB\r\n')
  const row = await until('the row', async () => (await logs()).find((r) => r.uid === 'DEADBEEF'))
  expect(row).toMatchObject({ agent_code: 'porton-1', agent_name: 'Portón 1', reader: 'gate' })
  const scan = await until('the event', () => scans.find((s) => s.uid === 'DEADBEEF'))
  expect(scan.id).toBe(row.id)
  await page.getByText('DEADBEEF').first().waitFor()
})

it('names the vehicle that carries the tag, everywhere', async () => {
  cable.write('TEST-001\r\n')
  const scan = await until('the event', () => scans.find((s) => s.uid === 'TEST-001'))
  expect(scan.vehicle?.plate).toBe('KLM482')
  await page.getByText('KLM482').first().waitFor()
  expect((await logs()).find((r) => r.uid === 'TEST-001')?.plate).toBe('KLM482')
})

it('stores a tag that stays in the field once, and counts its repeats', async () => {
  for (let i = 0; i < 5; i++) cable.write('123456789\r\n')
  cable.write('E20034120000\r\n')
  await until('what came after', async () => (await logs()).find((r) => r.uid === 'E20034120000'))
  expect((await logs()).filter((r) => r.uid === '123456789')).toHaveLength(1)
  const suppressed = page.getByTestId('suppressed-count')
  await until('the repeats', async () => {
    const text = await suppressed.textContent()
    return Number(text?.replace(/\D/g, '')) > 0
  })
})

it('goes on by itself when the port vanishes and comes back', async () => {
  await cable.pull()
  await until('the loss', async () => {
    const status = (await client.get('/api/rfid/status')) as { connected: boolean }
    return !status.connected
  })
  await cable.plugIn()
  await until('the reader', async () => {
    const status = (await client.get('/api/rfid/status')) as { connected: boolean }
    return status.connected
  })
  cable.write('TEST-002\r\n')
  await until('the row', async () => (await logs()).find((r) => r.uid === 'TEST-002'))
  await page.getByText('TEST-002').first().waitFor()
})

it('fills what it missed on the page when the hub was away', async () => {
  await site.hub.child.stop('SIGKILL')
  cable.write('TEST-003\r\nTEST-004\r\n')
  await site.startHub()
  await page.getByText('TEST-003').first().waitFor()
  await page.getByText('TEST-004').first().waitFor()
  const uids = (await logs()).map((r) => r.uid)
  expect(uids.filter((uid) => uid === 'TEST-003')).toHaveLength(1)
  expect(uids.filter((uid) => uid === 'TEST-004')).toHaveLength(1)
})
