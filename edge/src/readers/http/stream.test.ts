import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCertificate } from '../../testing/certificate.ts'
import { EmulatedR700 } from '../../testing/emulators/r700.ts'
import { impinjForm } from '../../testing/emulators/smart-reader.ts'
import { readerContext } from '../../testing/reader-context.ts'
import type { Reader } from '../reader.ts'
import { HttpReaderConfig } from './config.ts'
import { createHttpReader } from './reader.ts'

const EPC = '7EDA9038051002710002C0AE'
const OTHER = 'E20034120123456789000001'
const START = 'POST /profiles/inventory/presets/default/start'
const SECRETS: Record<string, string> = { USER: 'root', PASSWORD: 'impinj', WRONG: 'guess' }

let device: EmulatedR700
let url: string
let context: ReturnType<typeof readerContext>
let reader: Reader
beforeEach(async () => {
  device = new EmulatedR700()
  url = await device.start()
  context = readerContext({ secret: (name) => SECRETS[name] ?? '' })
})
afterEach(async () => {
  await reader.stop()
  await device.stop()
})

function start(settings: object = {}) {
  const login = { userEnv: 'USER', passwordEnv: 'PASSWORD' }
  const config = { id: 'gate', type: 'http', url, preset: 'default', ...login, ...settings }
  reader = createHttpReader(HttpReaderConfig.parse(config), context)
  reader.start()
}

const state = () => reader.states()[0]
const says = (error: string | RegExp) => vi.waitFor(() => expect(state()?.error).toMatch(error))
/** The reader follows the stream, and the device knows it. */
const follows = () =>
  vi.waitFor(() => expect([state()?.state, device.followers()]).toEqual(['open', 1]))
const hasRead = (...uids: string[]) =>
  vi.waitFor(() => expect(context.reads.map((read) => read.uid)).toEqual(uids))

it('starts the preset and reads the stream, wherever its lines are cut', async () => {
  start({ antennas: { 2: 'salida' } })
  await follows()
  device.show({ epc: EPC, antenna: 1, rssi: -70 })
  await hasRead(EPC)
  const line = Buffer.from(
    `${JSON.stringify(impinjForm()({ epc: OTHER, antenna: 2 }, Date.now()))}\n`,
  )
  for (const byte of line) device.say(Uint8Array.of(byte))
  await hasRead(EPC, OTHER)
  expect(context.reads[0]).toMatchObject({ reader: 'gate', antenna: 1, rssi: -70 })
  expect(context.reads[1]).toMatchObject({ reader: 'salida', antenna: 2 })
  expect(device.asked).toEqual([START, 'GET /data/stream'])
  expect(state()).toMatchObject({ path: url, noise: 0 })
})

it('reads Server-Sent Events, of which only the data is a message', async () => {
  await device.stop()
  device = new EmulatedR700({ sendsEvents: true })
  url = await device.start()
  start()
  await follows()
  device.show({ epc: EPC, antenna: 1 })
  await hasRead(EPC)
  const [before = '', after = ''] = JSON.stringify(impinjForm()({ epc: OTHER }, Date.now())).split(
    'epcHex',
  )
  device.say(`data:${before}`)
  device.say(`epcHex${after}\r\n\r\ndata\n\n`)
  await hasRead(EPC, OTHER)
  expect(state()?.noise).toBe(0)
})

it('follows one that reads already, and starts none without a preset', async () => {
  start()
  await follows()
  await reader.stop()
  await vi.waitFor(() => expect(device.followers()).toBe(0))
  start()
  await follows()
  device.show({ epc: EPC })
  await hasRead(EPC)
  await reader.stop()
  start({ preset: undefined })
  await follows()
  expect(device.asked).toEqual([
    ...Array(2).fill([START, 'GET /data/stream']).flat(),
    'GET /data/stream',
  ])
})

it('reads on after a stream that broke amid an event, and after lines that are none', async () => {
  start()
  await follows()
  device.say('garbage\n{"eventType":"tagInventory"}\n\n')
  device.show({ epc: EPC })
  await hasRead(EPC)
  expect(state()?.noise).toBe(2)
  device.say('{"eventType":"tagInventory","tagInv')
  device.drop()
  await vi.waitFor(() => expect(context.logged).toContain('stream is back'))
  await follows()
  device.show({ epc: OTHER })
  await hasRead(EPC, OTHER)
  expect(context.logged).toEqual(['stream open', 'stream lost, retrying', 'stream is back'])
})

it('says what the reader refuses, and reads once it does not', async () => {
  start({ passwordEnv: 'WRONG' })
  await says('the reader refuses user or password')
  await reader.stop()
  device.refusal = 503
  start()
  await says(/^the reader answers 503 to .*default\/start$/)
  device.refusal = null
  await follows()
})

it('says that nobody is at the address', async () => {
  start({ url: 'http://127.0.0.1:9' })
  await says('ECONNREFUSED')
})

it('follows one over https whose certificate it was given, and no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'r700-'))
  const { cert, key } = createCertificate(folder)
  await device.stop()
  device = new EmulatedR700({
    tls: { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') },
  })
  url = await device.start()
  start()
  await says(/^self.signed certificate/)
  await reader.stop()
  start({ caFile: cert })
  await follows()
  rmSync(folder, { recursive: true })
})

it('says which file of authorities it cannot read', async () => {
  start({ url: url.replace('http:', 'https:'), caFile: '/nowhere/ca.pem' })
  await says('caFile /nowhere/ca.pem cannot be read (ENOENT)')
})
