import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWebServer, listen, type WebServer } from '../../../http-server.ts'
import { type TestHub, createTestHub } from '../../../testing/test-hub.ts'

const MIB = 1024 * 1024
/** Of a body that is sent slowly. */
const PIECES = 32
/** The server's HTTP library cuts a connection that still sends so long after the answer. */
const LIBRARY_PATIENCE_MS = 500

let hub: TestHub
let server: WebServer
let port: number
let token: string
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('admin')
  server = createWebServer(null, hub.app.fetch)
  port = await listen(server, 0, '127.0.0.1')
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await hub.close()
})

async function open(path: string, bytes: number, bearer = token): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const type = 'multipart/form-data; boundary=x'
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${type}\r\n` +
      `Authorization: Bearer ${bearer}\r\nContent-Length: ${bytes}\r\n\r\n`,
  )
  return socket
}

/** Sends a body as a slow link does, and then looks for the answer, as browsers do. */
async function sendSlowly(socket: Socket, bytes: number): Promise<string> {
  const piece = Buffer.alloc(bytes / PIECES)
  for (let sent = 0; sent < bytes; sent += piece.length) {
    if (!socket.write(piece)) await once(socket, 'drain')
    await delay((LIBRARY_PATIENCE_MS * 2) / PIECES)
  }
  return await text(socket)
}

it('a photo of 20 MB is refused with words, and not by a closed connection', async () => {
  const socket = await open('/api/upload/image', 20 * MIB)
  const answer = await sendSlowly(socket, 20 * MIB)
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain('La foto supera 5 MB; reduce su tamaño')
})

it('so is one whose sender has no session, or whose call does not exist', async () => {
  const answers = [
    sendSlowly(await open('/api/upload/image', 4 * MIB, 'none'), 4 * MIB),
    sendSlowly(await open('/api/upload/video', 4 * MIB), 4 * MIB),
  ]
  const [refused, unknown] = await Promise.all(answers)
  expect(refused).toMatch(/^HTTP\/1\.1 401 /)
  expect(unknown).toMatch(/^HTTP\/1\.1 413 /)
})

it('a body that nobody sends by mistake is answered at once and not waited for', async () => {
  const socket = await open('/api/upload/image', 65 * MIB)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /)
})

it('a sender who goes away leaves nothing waiting', async () => {
  const socket = await open('/api/upload/image', 20 * MIB)
  socket.write(Buffer.alloc(MIB))
  socket.destroy()
  await expect.poll(() => connections()).toBe(0)
})

it('keeps nothing of a body without a length whose sender has no session, and waits for none of it', async () => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    'POST /api/upload/image HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n' +
      `Transfer-Encoding: chunked\r\n\r\n10000\r\n${'x'.repeat(0x1_0000)}\r\n`,
  )
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /)
})

/** Sends a body of zeros over the agent's one connection; a length of null sends it in chunks. */
async function post(agent: Agent, bytes: number, length: number | null): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=x',
    ...(length !== null && { 'content-length': length }),
  }
  const path = '/api/upload/image'
  const call = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent })
  for (let sent = 0; sent < bytes; sent += MIB) {
    if (!call.write(Buffer.alloc(MIB))) await once(call, 'drain')
  }
  call.end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  await text(answer)
  return answer.statusCode ?? 0
}

it.each([
  ['says its length', 20 * MIB],
  ['comes in chunks', null],
])(
  'after a refused photo that %s the next call on its connection is answered',
  async (_, length) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    try {
      expect(await post(agent, 20 * MIB, length)).toBe(413)
      // With the library's patience over, whatever it would have cut is cut.
      await delay(LIBRARY_PATIENCE_MS * 2)
      expect(await post(agent, 6 * MIB, length && 6 * MIB)).toBe(413)
    } finally {
      agent.destroy()
    }
  },
)

it('says that the connection closes where a rest of the body is left', async () => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST /api/upload/image HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${65 * MIB}\r\n\r\n`,
  )
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toMatch(/^connection: close\r$/im)
})

const connections = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
