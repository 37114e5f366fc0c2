import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { impinjForm, INVENTORY_RUNNING } from '../../testing/emulators/smart-reader.ts'
import { freePort } from '../../testing/free-port.ts'
import { readerContext } from '../../testing/reader-context.ts'
import type { Reader } from '../reader.ts'
import { HttpReaderConfig } from './config.ts'
import { BODY_MAX_BYTES } from './hook-server.ts'
import { createHttpReader } from './reader.ts'
import { ITEMS_MAX } from './webhook.ts'

const KEY = 'a-key-of-enough-characters'
const EPC = '7EDA9038051002710002C0AE'

let port: number
let url: string
let secret: string
let context: ReturnType<typeof readerContext>
let reader: Reader
beforeEach(async () => {
  port = await freePort()
  url = `http://127.0.0.1:${port}/reads`
  secret = KEY
  context = readerContext({ secret: () => secret })
})
afterEach(() => reader.stop())

function start(settings: object = {}) {
  const config = {
    id: 'gate',
    type: 'http',
    port,
    hookPath: '/reads',
    keyEnv: 'GATE_KEY',
    ...settings,
  }
  reader = createHttpReader(HttpReaderConfig.parse(config), context)
  reader.start()
}

const state = () => reader.states()[0]
const opens = () => vi.waitFor(() => expect(state()?.state).toBe('open'))

async function post(body: string | object, init: RequestInit = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { authorization: `Bearer ${KEY}` }
  const response = await fetch(url, { method: 'POST', headers, body: text, ...init })
  const answer = (await response.json()) as { error?: string; reads?: number; results?: unknown[] }
  return { status: response.status, ...answer }
}

describe('a webhook', () => {
  it('reads an object, an array or several objects, and answers item by item', async () => {
    start({ antennas: { 2: 'salida' } })
    await opens()
    expect(await post({ uid: 'AABBCCDD', antenna: 2 })).toEqual({
      status: 200,
      reads: 1,
      results: [{ ok: true, uids: ['AABBCCDD'] }],
    })
    const impinj = impinjForm()({ epc: EPC }, Date.now())
    const mixed = await post([impinj, INVENTORY_RUNNING, { uid: 'CONNECTED' }, { no: 'tag' }, 7])
    expect(mixed).toMatchObject({ status: 200, reads: 1 })
    const bad = { ok: false, error: 'invalid_tag', message: 'No es la lectura de un tag' }
    expect(mixed.results).toEqual([
      { ok: true, uids: [EPC] },
      { ok: true, uids: [] },
      bad,
      bad,
      bad,
    ])
    expect(await post('{"uid":"11112222"}{"uid":"33334444"}')).toMatchObject({ reads: 2 })
    expect(context.reads.map(({ uid, reader: id }) => [uid, id])).toEqual([
      ['AABBCCDD', 'salida'],
      [EPC, 'gate'],
      ['11112222', 'gate'],
      ['33334444', 'gate'],
    ])
    expect(state()).toMatchObject({ path: url, noise: 3 })
  })

  it('takes what is posted again as the same read', async () => {
    start()
    await opens()
    const impinj = impinjForm()({ epc: EPC }, Date.now() - 60_000)
    for (let i = 0; i < 3; i++)
      expect(await post([impinj])).toMatchObject({ status: 200, reads: 1 })
    expect(context.reads).toHaveLength(1)
    expect(context.reads[0]?.ageMs).toBeGreaterThanOrEqual(60_000)
  })

  it.each([
    ['', 400, 'invalid_input'],
    ['hello', 400, 'invalid_input'],
    ['{"uid":"AABBCCDD"}{"uid":', 400, 'invalid_input'],
    ['[]', 400, 'invalid_input'],
    ['x'.repeat(BODY_MAX_BYTES + 1), 413, 'too_large'],
    // Its answer would have ten megabytes.
    [`[${'0,'.repeat(ITEMS_MAX)}0]`, 413, 'too_large'],
  ])('takes nothing of %.30s', async (body, status, error) => {
    start()
    await opens()
    expect(await post(body)).toMatchObject({ status, error })
    expect(context.reads).toEqual([])
  })

  it('answers 400 where no item is a tag', async () => {
    start()
    await opens()
    expect(await post([{ no: 'tag' }])).toMatchObject({ status: 400, reads: 0 })
  })

  it('takes nothing without its key, at another path, in another way or packed', async () => {
    start()
    await opens()
    const tag = { uid: 'AABBCCDD' }
    const authorization = `Bearer ${KEY}`
    const wrong = { headers: { authorization: `${authorization}x` } }
    expect(await post(tag, wrong)).toMatchObject({ status: 401, error: 'unauthorized' })
    expect(await post(tag, { headers: {} })).toMatchObject({ status: 401 })
    expect(await post(tag, { method: 'PUT' })).toMatchObject({ status: 405 })
    const packed = { headers: { authorization, 'content-encoding': 'gzip' } }
    expect(await post(tag, packed)).toMatchObject({ status: 415 })
    url = url.replace('/reads', '/other')
    expect(await post(tag)).toMatchObject({ status: 404, error: 'not_found' })
    url = url.replace('/other', '/reads?from=test')
    expect(await post(tag, { headers: { 'x-api-key': KEY } })).toMatchObject({ status: 200 })
    expect(context.reads).toHaveLength(1)
    const basic = (pair: string) => ({
      headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    })
    expect(await post(tag, basic(`reader:${KEY}x`))).toMatchObject({ status: 401 })
    expect(await post(tag, basic(KEY.slice(0, 5)))).toMatchObject({ status: 401 })
    expect(await post(tag, basic(`reader:${KEY}`))).toMatchObject({ status: 200 })
  })

  it('says 413 to one that does not say how much comes, and holds no more than it takes', async () => {
    start()
    await opens()
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    const head = [
      'POST /reads HTTP/1.1',
      'Host: x',
      `X-Api-Key: ${KEY}`,
      'Transfer-Encoding: chunked',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    const part = 'x'.repeat(64 * 1024)
    for (let sent = 0; sent <= BODY_MAX_BYTES; sent += part.length) {
      socket.write(`${part.length.toString(16)}\r\n${part}\r\n`)
    }
    await vi.waitFor(() => expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 413 /))
    socket.destroy()
  })
})

describe('silent connections', () => {
  const open: Socket[] = []
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()))

  async function silent(localAddress: string, count: number) {
    const sockets = Array.from({ length: count }, () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      return socket.on('error', () => {})
    })
    open.push(...sockets)
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    return sockets
  }
  const isShut = (socket: Socket) => socket.destroyed || socket.readableEnded
  const opened = (sockets: Socket[]) => sockets.filter((socket) => !isShut(socket.resume())).length

  it('take four places of their address, and none of who shows the key', async () => {
    start()
    await opens()
    const [first] = await silent('127.0.0.1', 1)
    const sockets = await silent('127.0.0.1', 40)
    await vi.waitFor(() => expect(opened([...sockets, ...(first ? [first] : [])])).toBeLessThan(5))
    expect(first && isShut(first)).toBe(true)
    expect(await post({ uid: 'AABBCCDD' })).toMatchObject({ status: 200, reads: 1 })
    const warning = '127.0.0.1 opens many connections and shows no key'
    expect(state()).toMatchObject({ state: 'open', warning })
    // A read says something about the reader's clock, and nothing about those.
    expect(await post({ uid: 'AABBCCDE' })).toMatchObject({ status: 200 })
    expect(state()).toMatchObject({ warning })
  })

  it('shut the webhook from no number of addresses', async () => {
    start()
    await opens()
    const sockets: Socket[] = []
    for (let i = 2; i < 12; i++) sockets.push(...(await silent(`127.0.0.${i}`, 4)))
    await vi.waitFor(() => expect(opened(sockets)).toBeLessThanOrEqual(32))
    expect(await post({ uid: 'AABBCCDD' })).toMatchObject({ status: 200, reads: 1 })
  })

  it('are closed by the time that a header takes', async () => {
    start()
    await opens()
    const [mute, slow] = await silent('127.0.0.1', 2)
    slow?.write('POST /reads HTTP/1.1\r\nHost: x\r\n')
    await vi.waitFor(
      () => expect(opened([mute, slow].filter((one) => one !== undefined))).toBe(0),
      {
        timeout: 9000,
      },
    )
  })

  it('leave those alone that have shown the key', async () => {
    start()
    await opens()
    const [keyed] = await silent('127.0.0.1', 1)
    const chunks: Buffer[] = []
    keyed?.on('data', (chunk: Buffer) => chunks.push(chunk))
    const send = (uid: string) => {
      const body = JSON.stringify({ uid })
      const head = `POST /reads HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${KEY}\r\n`
      keyed?.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
    }
    send('AABBCCDD')
    await vi.waitFor(() => expect(context.reads).toHaveLength(1))
    await silent('127.0.0.1', 40)
    send('AABBCCDE')
    await vi.waitFor(() => expect(context.reads).toHaveLength(2))
    expect(
      Buffer.concat(chunks)
        .toString()
        .match(/HTTP\/1.1 200/g),
    ).toHaveLength(2)
  })
})

it('waits for a port that is taken, and opens it once it is free', async () => {
  start()
  await opens()
  const first = reader
  context = readerContext({ secret: () => secret })
  start()
  await vi.waitFor(() => expect(state()?.error).toBe('the port is in use by another program'))
  await first.stop()
  await opens()
})

it('answers once the reads are durable, and asks for them again where they are not', async () => {
  let isBlocked = false
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = []
  const disk = {
    get isBlocked() {
      return isBlocked
    },
    hasRoom: true,
    durable: () => new Promise<void>((resolve, reject) => waiting.push({ resolve, reject })),
  }
  context = readerContext({ secret: () => secret, disk })
  start()
  await opens()
  let answer: { status: number } | null = null
  const posted = post({ uid: 'AABBCCDD' }).then((got) => (answer = got))
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  expect(context.reads).toHaveLength(1)
  expect(answer).toBeNull()
  waiting[0]?.resolve()
  expect(await posted).toMatchObject({ status: 200, reads: 1 })

  const refused = post({ uid: '11112222' })
  await vi.waitFor(() => expect(waiting).toHaveLength(2))
  waiting[1]?.reject(new Error('no space left'))
  expect(await refused).toMatchObject({ status: 503, error: 'unavailable' })

  isBlocked = true
  expect(await post({ uid: '33334444' })).toMatchObject({ status: 503 })
  expect(context.reads.map(({ uid }) => uid)).toEqual(['AABBCCDD', '11112222'])
})

it('holds one post of a connection at a time, and ends one that does not wait for its answer', async () => {
  const waiting: (() => void)[] = []
  const disk = {
    isBlocked: false,
    hasRoom: true,
    durable: () => new Promise<void>((resolve) => waiting.push(resolve)),
  }
  context = readerContext({ secret: () => secret, disk })
  start()
  await opens()
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(socket, 'close')
  const body = JSON.stringify({ uid: 'AABBCCDD' })
  const head = `POST /reads HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${KEY}\r\n`
  const request = `${head}Content-Length: ${body.length}\r\n\r\n${body}`
  socket.write(request.repeat(20))
  await vi.waitFor(() => expect(waiting).not.toHaveLength(0))
  // A connection of another sender is heard meanwhile, after what this one sent.
  expect(await post('{')).toMatchObject({ status: 400 })
  expect(waiting).toHaveLength(1)
  expect(context.reads).toHaveLength(1)
  waiting[0]?.()
  await ended
  const answers = Buffer.concat(chunks).toString()
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  expect(answers).toMatch(/^connection: close\r$/im)
})

it('drops no read for a time that was cut to the minute', async () => {
  start()
  await opens()
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString()
  for (const ts of [minute, minute, minute.slice(0, 16), minute.slice(0, 16)]) {
    expect(await post({ uid: 'AABBCCDD', ts })).toMatchObject({ status: 200, reads: 1 })
  }
  expect(context.reads).toHaveLength(4)
})
