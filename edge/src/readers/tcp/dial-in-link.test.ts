import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { createManualTime } from '../../testing/manual-time.ts'
import type { ByteLink } from '../link/byte-link.ts'
import { createDialInLink } from './dial-in-link.ts'
import { addressRange } from './listen-fields.ts'

const patient = { timeout: 10_000, interval: 5 }

let time: ReturnType<typeof createManualTime>
let link: ByteLink
let port: number
let heard: string
let calls: string[]
let warnings: (string | null)[]
let log: Record<string, unknown>[]
const dialled: Socket[] = []

beforeEach(async () => {
  time = createManualTime({ mono: 1000 })
  port = await freePort()
  heard = ''
  calls = []
  warnings = []
  log = []
})

afterEach(async () => {
  for (const socket of dialled.splice(0)) socket.destroy()
  await link.stop()
})

function listen(from: string) {
  const range = addressRange(from)
  if (range === null) throw new Error(`${from} is no range`)
  link = createDialInLink(
    {
      host: '127.0.0.1',
      port,
      where: `127.0.0.1:${port}`,
      from: range,
      log: pino({}, { write: (line: string) => log.push(JSON.parse(line)) }),
      monotonic: time.monotonic,
      timers: time.timers,
    },
    {
      onOpen() {
        calls.push('open')
        link.ready()
      },
      onData(bytes) {
        link.dataReceived()
        heard += bytes.toString('latin1')
      },
      onLost: () => calls.push('lost'),
      onWarning: (warning) => warnings.push(warning),
    },
  )
  link.start()
}

const listens = () => vi.waitFor(() => expect(calls).toEqual(['lost']), patient)
const hears = (text: string) => vi.waitFor(() => expect(heard).toBe(text), patient)
const opens = (times: number) =>
  vi.waitFor(() => expect(calls.filter((call) => call === 'open')).toHaveLength(times), patient)

/** Dials in; what becomes of the connection is told by `isOver`. */
async function dialFrom(localAddress: string) {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  let isOver = false
  socket.on('error', () => (isOver = true))
  socket.on('close', () => (isOver = true))
  socket.resume()
  dialled.push(socket)
  await once(socket, 'connect')
  return {
    say: (text: string) => socket.write(text),
    hangUp: () => socket.destroy(),
    ended: () => vi.waitFor(() => expect(isOver).toBe(true), patient),
    isOver: () => isOver,
  }
}
/** Until the edge has seen the connections made so far. */
const seen = async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}

it('says that nobody has dialled in, reads who does, and waits again when it is gone', async () => {
  listen('127.0.0.1')
  await listens()
  expect(link.error()?.message).toBe(`ningún lector ha llamado todavía a 127.0.0.1:${port}`)
  const reader = await dialFrom('127.0.0.1')
  reader.say('TEST-001')
  await hears('TEST-001')
  expect(link.error()).toBeNull()
  reader.hangUp()
  await vi.waitFor(() => expect(calls).toEqual(['lost', 'open', 'lost']), patient)
  expect(link.error()).not.toBeNull()
  ;(await dialFrom('127.0.0.1')).say('TEST-002')
  await hears('TEST-001TEST-002')
  expect(log.map(({ msg }) => msg)).toEqual([
    'listening port open',
    'the reader dialled in',
    'the reader is gone, waiting for it',
    'the reader is back',
  ])
})

it('lets a stranger go at once, warns once without its address, and reads on', async () => {
  listen('127.0.0.1')
  await listens()
  const reader = await dialFrom('127.0.0.1')
  reader.say('A')
  await hears('A')
  for (let i = 0; i < 30; i++) await (await dialFrom('127.0.0.2')).ended()
  reader.say('B')
  await hears('AB')
  expect(calls).toEqual(['lost', 'open'])
  expect(warnings).toEqual([expect.stringContaining('no está en "from"')])
  expect(warnings[0]).not.toContain('127.0.0.2')
  expect(log.filter(({ peer }) => peer === '127.0.0.2')).toHaveLength(1)
  time.advance(10 * 60_000)
  expect(warnings.at(-1)).toBeNull()
})

it('gives the place to a new connection of the same address, and loses nothing that it sent', async () => {
  listen('127.0.0.0/24')
  await listens()
  const before = await dialFrom('127.0.0.1')
  before.say('A')
  await hears('A')
  const anew = await dialFrom('127.0.0.1')
  anew.say('B')
  await seen()
  expect(before.isOver()).toBe(false)
  time.advance(1000)
  await before.ended()
  await hears('AB')
  expect(warnings).toEqual([expect.stringContaining('cada lector necesita su propio puerto')])
  time.advance(10_000)
  await dialFrom('127.0.0.1')
  await opens(3)
  expect(warnings).toHaveLength(1)
})

it('lets no other address end a reader that speaks, and lets that one go after 5 s', async () => {
  listen('127.0.0.0/24')
  await listens()
  const reader = await dialFrom('127.0.0.1')
  reader.say('A')
  await hears('A')
  const other = await dialFrom('127.0.0.2')
  other.say('X')
  await seen()
  time.advance(4999)
  await seen()
  expect(other.isOver()).toBe(false)
  time.advance(1)
  await other.ended()
  reader.say('B')
  await hears('AB')
  expect(warnings).toEqual([expect.stringContaining('un puerto sirve a un solo lector')])
})

it('has whoever comes and goes without a word wait for a second, so that the log takes no more', async () => {
  listen('127.0.0.0/24')
  await listens()
  for (let i = 0; i < 10; i++) (await dialFrom('127.0.0.2')).hangUp()
  await vi.waitFor(() => expect(calls).toEqual(['lost', 'open', 'lost']), patient)
  await seen()
  expect(log.map(({ msg }) => msg)).toEqual([
    'listening port open',
    'the reader dialled in',
    'the reader is gone, waiting for it',
  ])
  ;(await dialFrom('127.0.0.1')).say('A')
  await seen()
  time.advance(1000)
  await seen()
  time.advance(1000)
  await hears('A')
})

it('takes the other address in place of one that has said nothing for 5 s', async () => {
  listen('127.0.0.0/24')
  await listens()
  const mute = await dialFrom('127.0.0.2')
  await opens(1)
  time.advance(3000)
  const reader = await dialFrom('127.0.0.1')
  reader.say('A')
  await seen()
  time.advance(2000)
  await mute.ended()
  await hears('A')
  expect(warnings).toEqual([])
})

it('has four others wait and one of each address, and the next one takes a place that is free', async () => {
  listen('127.0.0.0/24')
  await listens()
  const reader = await dialFrom('127.0.0.1')
  reader.say('A')
  await hears('A')
  const waiting = []
  for (const n of [2, 3, 4, 5]) waiting.push(await dialFrom(`127.0.0.${n}`))
  await seen()
  await (await dialFrom('127.0.0.6')).ended()
  const [first] = waiting
  const again = await dialFrom('127.0.0.2')
  await first?.ended()
  again.say('B')
  expect(waiting.slice(1).map((one) => one.isOver())).toEqual([false, false, false])
  waiting[1]?.say('C')
  reader.hangUp()
  await hears('AC')
})

it('has one that its driver gave up wait for a second', async () => {
  listen('127.0.0.1')
  await listens()
  const rubbish = await dialFrom('127.0.0.1')
  await opens(1)
  link.drop(new Error('the device gives no answer'))
  await rubbish.ended()
  expect(link.error()?.message).toBe('the device gives no answer')
  const again = await dialFrom('127.0.0.1')
  await seen()
  again.say('A')
  time.advance(999)
  await seen()
  expect(calls).toEqual(['lost', 'open', 'lost'])
  time.advance(1)
  await hears('A')
})

it('says that the port is taken, and listens once it is free', async () => {
  const other = createServer()
  await once(other.listen(port, '127.0.0.1'), 'listening')
  listen('127.0.0.1')
  await vi.waitFor(
    () => expect(link.error()?.message).toBe(`127.0.0.1:${port} is in use by another program`),
    patient,
  )
  other.close()
  await once(other, 'close')
  time.advance(1000)
  await vi.waitFor(
    () => expect(link.error()?.message).toContain('ningún lector ha llamado'),
    patient,
  )
  ;(await dialFrom('127.0.0.1')).say('A')
  await hears('A')
})

it('leaves the port and its peers when it is stopped, and is not started again', async () => {
  listen('127.0.0.0/24')
  await listens()
  const peers = [await dialFrom('127.0.0.1'), await dialFrom('127.0.0.2')]
  await opens(1)
  await seen()
  await link.stop()
  for (const peer of peers) await peer.ended()
  link.start()
  await expect(dialFrom('127.0.0.1')).rejects.toThrow('ECONNREFUSED')
})
